#include "app/server_token.hpp"

#include <cstdlib>

#include "transport/token_file.hpp"

namespace holdpoint {

ServerUrl with_token(ServerUrl url, const std::string& said) {
  if (!said.empty()) url.token = said;
  const char* variable = std::getenv("HOLDPOINT_TOKEN");
  if (url.token.empty() && variable) url.token = variable;
  const auto dir = state_dir();
  if (url.token.empty() && dir && is_loopback(url.endpoint.host)) {
    if (auto token = read_token(token_path(*dir, url.endpoint.port))) url.token = *token;
  }
  return url;
}

}  // namespace holdpoint
