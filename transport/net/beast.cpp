// The compiled halves of Beast and of Asio's TLS: everybody else includes only declarations.
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
