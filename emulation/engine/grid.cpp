#include "emulation/engine/grid.h"

#include "emulation/engine/observer.h"
#include "emulation/engine/pool.h"
#include "emulation/engine/preemption.h"

namespace gridmark::emulation {

Observer* observer = nullptr;

void run_grid(const Grid& grid) {
  const LaunchInfo info{{grid.blocks.x, grid.blocks.y, grid.blocks.z},
                        {grid.threads.x, grid.threads.y, grid.threads.z},
                        grid.dynamic_shared_bytes,
                        grid.kernel,
                        static_cast<const KernelCall*>(grid.call)};
  if (observer) observer->grid_begins(info);
  watch_grids();
  Pool::instance().run(grid);
  if (observer) observer->grid_ends(info);
}

}  // namespace gridmark::emulation
