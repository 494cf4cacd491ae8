#pragma once
// How the commands that talk to a server find its token, so that nobody has to type it.

#include <string>

#include "transport/net/url.hpp"

namespace holdpoint {

/// The URL with the first token there is: the one that was said, the URL's own, $HOLDPOINT_TOKEN,
/// and for a server of this machine the file it has left (which changes with every start).
ServerUrl with_token(ServerUrl url, const std::string& said);

}  // namespace holdpoint
