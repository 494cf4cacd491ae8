#include "transport/page.hpp"

#include "transport/http.hpp"
#include "transport/server_parts.hpp"

namespace holdpoint {

namespace {

constexpr std::string_view style = R"(
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
         padding: 0 1rem }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
           border-bottom: 1px solid #ccc }
  code, pre { font: .9em ui-monospace, monospace; background: #f4f4f4; padding: .1em .3em }
  pre { padding: .6rem; overflow-x: auto }
)";

std::string_view in_words(Ruling::Does does) {
  switch (does) {
    case Ruling::Does::run:
      return "runs at once";
    case Ruling::Does::enter:
      return "starts, and asks on its way";
    case Ruling::Does::ask:
      return "asks before it starts";
    case Ruling::Does::refuse:
      return "is refused";
  }
  return "";
}

std::string code(std::string_view text) { return "<code>" + html_escape(text) + "</code>"; }

std::string row(const ToolSpec& tool, const Policy& policy) {
  const Ruling ruling = rule_on(policy, tool);
  std::string why = "as declared";
  if (ruling.rule) {
    why = "rule " + code(ruling.rule->pattern) + ": " + html_escape(to_string(ruling.rule->says));
  }
  if (!ruling.note.empty()) why += "; " + html_escape(ruling.note);
  return "<tr><td>" + code(tool.name) + "<td>" + html_escape(tool.description) + "<td>approval " +
         html_escape(to_string(approval_of(tool.traits))) + ", effects " +
         html_escape(to_string(tool.traits.effects)) + ", risk L" +
         std::to_string(risk_of(tool.traits)) + "<td>" + std::string(in_words(ruling.does)) + " (" +
         why + ")\n";
}

}  // namespace

std::string render_page(const PageFacts& facts) {
  const std::string where = to_string(facts.listening);
  const std::string live = "ws://" + where + std::string(live_path);
  std::string bearer;
  if (!facts.token_path.empty()) {
    bearer = " -H \"Authorization: Bearer $(cat '" + facts.token_path + "')\"";
  }
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>Holdpoint</title>\n<style>";
  page += style;
  page += "</style>\n<h1>Holdpoint</h1>\n<p>Version " + html_escape(facts.version) + ", model " +
          code(facts.model) + ". You are " + code(facts.principal) +
          ". A tool that asks waits here until somebody has said yes.</p>\n";
  page += "<h2>Tools</h2>\n<table>\n<tr><th>Tool<th>What it does<th>Declares<th>What happens\n";
  for (const auto& tool : facts.tools) page += row(tool->spec, facts.policy);
  page += "</table>\n";
  if (facts.tools.empty()) page += "<p>There are none.</p>\n";
  page += "<h2>Chat</h2>\n<p>In a terminal:</p>\n<pre>" + html_escape("holdpoint chat " + live) +
          "</pre>\n<p>With any WebSocket client:</p>\n<pre>" +
          html_escape("wscat -c " + live + bearer) + "\n" +
          html_escape(R"({"type":"message","messages":[{"role":"user","content":"hello"}]})") +
          "</pre>\n</html>\n";
  return page;
}

}  // namespace holdpoint
