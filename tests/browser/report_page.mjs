// Looks at each golden page as a reader's browser does: at phone, laptop and print size, light and dark.
// Usage: node report_page.mjs GOLDEN_FOLDER SCREENSHOTS CHROMIUM
import { existsSync, readFileSync, readdirSync, mkdirSync } from "node:fs";
import { join, basename } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import axe from "axe-core";

const [golden, screenshots, executablePath] = process.argv.slice(2);
const sizes = { phone: { width: 360, height: 740 }, laptop: { width: 1280, height: 800 } };
const most_bytes = 600 * 1024;
const problems = [];
let checks = 0;

function check(holds, what) {
  ++checks;
  if (!holds) problems.push(what);
}

// As the reports print numbers of points: exact, without trailing zeros.
const points = (value) => String(Math.round(value * 100) / 100);
const range = (least, most) => (least === most ? points(least) : `${points(least)}-${points(most)}`);

// Four significant digits without trailing zeros, whole from 1000 on.
const number = (value) =>
  Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));

async function check_accessible(page, name) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const { id, nodes } of found.violations)
    check(false, `${name}: axe: ${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 120)} (${node.failureSummary?.split("\n")[1]?.trim()})`).join(" | ")}`);
  check(found.passes.length > 10, `${name}: axe looked at nothing`);
}

async function check_figures(page, record, name) {
  const total = (await page.locator(".score").innerText()).replace(/\s+/g, " ").trim();
  const sum = range(record.points, record.points_at_most ?? record.points);
  check(total.startsWith(`${sum} of ${points(record.max_points)}`), `${name}: the total is ${total}, the record's ${sum}`);
  const rows = await page.locator("table.grades").first().locator("tr:not(.criterion)").all();
  const shown = [];
  for (const row of rows) shown.push((await row.locator("td.points").innerText()).trim());
  const wanted = record.criteria.flatMap((criterion) =>
    record.items
      .filter((item) => item.criterion === criterion.id)
      .map((item) => {
        const earned = item.outcome === "not_run" ? "-" : range(item.points, item.points_at_most ?? item.points);
        return `${earned} / ${points(item.max_points)}`;
      }),
  );
  check(JSON.stringify(shown) === JSON.stringify(wanted), `${name}: points ${shown}, the record's ${wanted}`);
  for (const item of record.items) {
    const cells = await page.evaluate(
      (id) => [...(document.getElementById(id)?.querySelectorAll("td.number") ?? [])].map((cell) => cell.textContent),
      `item-${item.id}`,
    );
    for (const seen of item.measurements.filter((one) => Math.abs(one.value) < 1e6))
      check(cells.includes(number(seen.value)), `${name}: ${item.id} shows ${cells}, the record has ${seen.value}`);
  }
}

async function check_keyboard(page, name) {
  const closed = page.locator("details:not([open]) > summary").first();
  if ((await closed.count()) === 0) return;
  const handle = await closed.elementHandle();
  let reached = false;
  for (let i = 0; i < 200 && !reached; ++i) {
    await page.keyboard.press("Tab");
    reached = await handle.evaluate((element) => element === document.activeElement);
  }
  check(reached, `${name}: the first folded section cannot be reached with Tab`);
  await page.keyboard.press("Enter");
  check(await handle.evaluate((element) => element.parentElement.open), `${name}: Enter unfolds nothing`);
}

async function look_at(browser, file) {
  const name = basename(file, ".html");
  const json = file.replace(/html$/, "json");  // similarity.html is of no record
  const record = existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : undefined;
  check(readFileSync(file).length <= most_bytes, `${name}: more than ${most_bytes} bytes`);
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ["light", "dark"]) {
      const at = `${name} (${size}, ${colorScheme})`;
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      page.on("console", (message) => check(false, `${at}: console: ${message.text()}`));
      page.on("pageerror", (error) => check(false, `${at}: ${error.message}`));
      page.on("dialog", (dialog) => (check(false, `${at}: a dialog`), dialog.dismiss()));
      page.on("request", (request) => check(request.url() === pathToFileURL(file).href, `${at}: asks for ${request.url()}`));
      await page.goto(pathToFileURL(file).href);
      check((await page.locator("main").count()) === 1 && (await page.locator("h1").count()) === 1, `${at}: one main, one h1`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      check(wide <= 0, `${at}: the page is ${wide} pixels wider than the window`);
      if (record) await check_figures(page, record, at);
      await check_keyboard(page, at);
      await check_accessible(page, at);
      await page.screenshot({ path: join(screenshots, `${name}-${size}-${colorScheme}.png`), fullPage: true });
      if (size === "laptop" && colorScheme === "light") {
        const pdf = await page.pdf({ path: join(screenshots, `${name}-print.pdf`), format: "A4" });
        check(pdf.length > 5000, `${at}: an empty print`);
      }
      await context.close();
    }
  }
}

mkdirSync(screenshots, { recursive: true });
const pages = readdirSync(golden).filter((name) => name.endsWith(".html"));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  // The record keeps hostile text as its bytes; its figures are on the page like any other's.
  for (const page of pages) await look_at(browser, join(golden, page));
} finally {
  await browser.close();
}
check(pages.length >= 7, `only ${pages.length} pages in ${golden}`);
console.log(problems.length ? problems.join("\n") : `${checks} checks of ${pages.length} pages held; pictures in ${screenshots}`);
process.exitCode = problems.length ? 1 : 0;
