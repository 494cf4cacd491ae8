#pragma once
// The page that a browser gets from a server which has no pages yet: what runs here, which tools,
// who has to be asked, and how to chat. Plain HTML, works without scripts. Pure; any thread.

#include <string>
#include <vector>

#include "runtime/policy.hpp"
#include "transport/net/endpoint.hpp"

namespace holdpoint {

struct PageFacts {
  std::string version;
  std::string model;
  std::string principal;   // who looks at it
  Endpoint listening;
  std::string token_path;  // empty: no token is needed
  std::vector<ToolPtr> tools;
  Policy policy;
};

std::string render_page(const PageFacts& facts);

}  // namespace holdpoint
