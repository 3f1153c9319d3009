# cmake -DFOLDER=templates -DOUTPUT=templates.cpp -P embed_templates.cmake: writes the files of FOLDER as a table of
# texts, so that the installed program does not need the files.
#
# Line breaks and indentation are for readers of a template and are removed. ¶ makes a line break in the page. {{>name}}
# is replaced by that file. Style sheets are copied unchanged.

function(read_template name text)
  file(READ ${FOLDER}/${name} content)
  if(NOT name MATCHES "\\.css$")
    string(REGEX REPLACE "\n *" "" content "${content}")
    string(REPLACE "¶" "\n" content "${content}")
  endif()
  while(content MATCHES "{{>([a-z_.]+)}}")
    set(tag "${CMAKE_MATCH_0}")
    read_template(${CMAKE_MATCH_1} part)
    string(REPLACE "${tag}" "${part}" content "${content}")
  endwhile()
  set(${text} "${content}" PARENT_SCOPE)
endfunction()

file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/*.html ${FOLDER}/*.svg)
set(table "")
foreach(name ${names})
  read_template(${name} text)
  string(APPEND table "    {\"${name}\", R\"template(${text})template\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"grader/report/html_template.h\"\n\nnamespace gridmark::report::html {\n
std::map<std::string_view, std::string_view> templates() {\n  return {\n${table}  };\n}\n\n}  // namespace gridmark::report::html\n")
