// The compiled half of Asio: every other file includes only its declarations.
#include <boost/asio/impl/src.hpp>
