// The compiled halves of Beast and of Asio's TLS: every other file includes only their
// declarations.
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
