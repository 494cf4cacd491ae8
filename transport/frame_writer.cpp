#include "transport/frame_writer.hpp"

#include <utility>

namespace holdpoint {

namespace {

// What an idle connection may keep of a burst that is over.
constexpr std::size_t kept_frames_max = 64;

}  // namespace

bool FrameWriter::send(std::string frame, const std::shared_ptr<void>& owner) {
  if (stopped_) return true;
  // A single frame may be larger than the limit: then it goes out alone.
  if (backlog_bytes_ > 0 && backlog_bytes_ + frame.size() > backlog_bytes_max_) return false;
  backlog_bytes_ += frame.size();
  queued_.push_back(std::move(frame));
  if (!busy_) write_next(owner);
  return true;
}

void FrameWriter::write_next(std::shared_ptr<void> owner) {
  if (next_ == writing_.size()) {
    writing_.clear();
    if (writing_.capacity() > kept_frames_max) writing_.shrink_to_fit();
    writing_.swap(queued_);
    next_ = 0;
  }
  busy_ = !writing_.empty();
  if (!busy_) {
    if (finished_) finished_->set(true);
    return;
  }
  socket_.async_write(asio::buffer(writing_[next_]),
                      [this, owner = std::move(owner)](error_code error, std::size_t) mutable {
                        wrote(error, std::move(owner));
                      });
}

// Errors are left to the reader, who gets them too: a socket ends in one place.
void FrameWriter::wrote(const error_code& error, std::shared_ptr<void> owner) {
  if (error) stop();
  if (!stopped_) backlog_bytes_ -= writing_[next_].size();
  std::string().swap(writing_[next_]);
  ++next_;
  write_next(std::move(owner));
}

void FrameWriter::stop() {
  stopped_ = true;
  queued_.clear();
  writing_.resize(busy_ ? next_ + 1 : next_);
}

Task<> FrameWriter::finished() {
  if (!busy_) co_return;
  Parked<bool> done;
  finished_ = &done;
  co_await wait_for(done);
  finished_ = nullptr;
}

}  // namespace holdpoint
