#include "app/chat_tools.hpp"

#include <charconv>
#include <utility>

namespace holdpoint {

namespace {

ClientToolRun failed(std::string why) {
  return {json::object{{"success", false}, {"error", why}}, "cannot run it here: " + why};
}

ClientToolRun change_bgm(const json::value& arguments) {
  const auto* object = arguments.if_object();
  const auto* track = object ? object->if_contains("track") : nullptr;
  if (!track || !(track->is_number() || track->is_string())) {
    return failed("\"track\" is missing");
  }
  const std::string name =
      track->is_string() ? std::string(track->get_string()) : write_json(*track);
  return {json::object{{"success", true},
                       {"current_track", *track},
                       {"message", "Now playing track " + name}},
          "♪ now playing track " + name};
}

std::optional<double> number(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

ClientToolRun told_location(const std::string& location) {
  const auto comma = location.find(',');
  if (comma != std::string::npos) {
    const auto latitude = number(std::string_view(location).substr(0, comma));
    const auto longitude = number(std::string_view(location).substr(comma + 1));
    if (latitude && longitude) {
      return {json::object{{"success", true}, {"latitude", *latitude}, {"longitude", *longitude}},
              "location given: " + location};
    }
  }
  return {json::object{{"success", true}, {"city", location}}, "location given: " + location};
}

ClientToolRun sample_location() {
  return {json::object{{"success", true},
                       {"latitude", 59.9139},
                       {"longitude", 10.7522},
                       {"city", "Oslo"},
                       {"sample", true},
                       {"message", "A fixed sample: this client does not know where it is."}},
          "location given: a fixed sample, Oslo (--location says another)"};
}

}  // namespace

ClientTools::ClientTools(std::optional<std::string> location) : location_(std::move(location)) {}

ClientTools::When ClientTools::when(std::string_view tool) {
  if (tool == "change_bgm") return When::at_once;
  if (tool == "get_location") return When::after_yes;
  return When::not_here;
}

ClientToolRun ClientTools::run(std::string_view tool, const json::value& arguments) const {
  if (tool == "change_bgm") return change_bgm(arguments);
  if (tool == "get_location") return location_ ? told_location(*location_) : sample_location();
  return failed("this terminal has no tool called " + std::string(tool));
}

}  // namespace holdpoint
