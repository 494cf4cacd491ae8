#pragma once
// The parts of the runtime that sessions share, by reference: all outlive every session. `app`
// makes them and names them; the order there is the order of life.

#include "runtime/clock.hpp"
#include "runtime/deadlines.hpp"
#include "runtime/ids.hpp"
#include "runtime/ledger.hpp"
#include "runtime/limits.hpp"
#include "runtime/policy.hpp"
#include "runtime/snapshot.hpp"
#include "runtime/toolbox.hpp"

namespace holdpoint {

class Gate;
class Model;

struct Services {
  const Clock& clock;
  Ids& ids;
  Deadlines& deadlines;
  Ledger& ledger;
  Gate& gate;
  Model& model;
  const Snapshot<Toolbox>& tools;
  const Snapshot<Policy>& policy;
  const Limits& limits;
};

}  // namespace holdpoint
