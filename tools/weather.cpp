#include <algorithm>
#include <array>
#include <string_view>

#include "tools/tools.hpp"

namespace holdpoint {

struct Place {
  std::string location;
  static constexpr Doc docs[] = {{"location", "A city, in English."}};
};
BOOST_DESCRIBE_STRUCT(Place, (), (location))

struct Weather {
  double temperature = 0;  // °C, as feels_like
  std::string condition, description;
  int humidity = 0;  // %
  double feels_like = 0;
  double wind_speed = 0;  // m/s
  bool cached = true;
};
BOOST_DESCRIBE_STRUCT(Weather, (),
                      (temperature, condition, description, humidity, feels_like, wind_speed,
                       cached))

struct Sample {
  std::string_view city;
  double temperature;
  std::string_view condition, description;
  int humidity;
  double feels_like, wind_speed;
};
// The last one is everywhere else.
static constexpr std::array samples{
    Sample{"berlin", 11.2, "Clouds", "broken clouds", 71, 10.4, 4.6},
    Sample{"cairo", 29.8, "Clear", "clear sky", 28, 28.9, 3.1},
    Sample{"london", 12.3, "Rain", "light rain", 85, 11.6, 5.1},
    Sample{"new york", 10.1, "Clear", "clear sky", 50, 8.7, 3.6},
    Sample{"paris", 14.0, "Clouds", "scattered clouds", 66, 13.4, 2.9},
    Sample{"san francisco", 15.4, "Mist", "fog from the sea", 80, 15.0, 6.2},
    Sample{"sydney", 22.5, "Clear", "clear sky", 55, 22.4, 4.1},
    Sample{"tokyo", 18.6, "Clouds", "overcast clouds", 65, 18.3, 2.6},
    Sample{"", 20.0, "Clear", "clear sky", 60, 19.7, 3.0}};

static Task<Weather> get_weather(Place place, ToolContext&) {
  std::ranges::transform(place.location, place.location.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const auto* sample = std::ranges::find(samples, place.location, &Sample::city);
  if (sample == samples.end()) --sample;
  co_return Weather{sample->temperature,
                    std::string(sample->condition),
                    std::string(sample->description) + " (sample data)",
                    sample->humidity,
                    sample->feels_like,
                    sample->wind_speed,
                    true};
}

void add_get_weather(Toolbox& tools) {
  tools.add("get_weather", "The weather in a city. These are sample data, not a forecast.",
            get_weather, {.effects = Effects::read_only});
}

}  // namespace holdpoint
