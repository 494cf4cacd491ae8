#include "app/chat_screen.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/chat_client.hpp"
#include "app/chat_text.hpp"
#include "app/line_editor.hpp"

namespace holdpoint {
namespace {

using testing::HasSubstr;

// As much of a terminal as the screen uses: rows of ASCII, a cursor, four escape sequences.
class Paper {
 public:
  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const char c = bytes.front();
      bytes.remove_prefix(1);
      if (c == '\n') {
        ++row_, column_ = 0;
      } else if (c == '\r') {
        column_ = 0;
      } else if (c == '\x1b') {
        escape(bytes);
      } else {
        auto& line = row();
        if (line.size() <= column_) line.resize(column_ + 1, ' ');
        line[column_++] = c;
      }
    }
    row();
  }
  std::string all() const {
    std::string out;
    for (const auto& line : rows_) out += line + "\n";
    return out;
  }
  std::size_t column() const { return column_; }

 private:
  void escape(std::string_view& bytes) {
    const auto end = bytes.find_first_not_of("[0123456789");
    const std::string digits(bytes.substr(1, end - 1));
    const char final = bytes[end];
    bytes.remove_prefix(end + 1);
    if (final == 'K') {
      if (row().size() > column_) row().resize(column_);
    } else if (final == 'A') {
      --row_;
    } else if (final == 'G') {
      column_ = std::stoul(digits) - 1;
    } else {
      ASSERT_EQ(final, 'm');
    }
  }
  std::string& row() {
    if (rows_.size() <= row_) rows_.resize(row_ + 1);
    return rows_[row_];
  }

  std::vector<std::string> rows_;
  std::size_t row_ = 0, column_ = 0;
};

TEST(ChatScreen, TextComesAboveWhatIsBeingTyped) {
  Paper paper;
  ChatScreen screen(true, true);
  paper.write(screen.show({{Tone::text, "Hello"}}));
  paper.write(screen.prompt("you> ", "dra", 3));
  paper.write(screen.show({{Tone::text, ", world.\nMore"}}));
  paper.write(screen.prompt("you> ", "draft", 2));
  EXPECT_EQ(paper.all(), "Hello, world.\nMore\nyou> draft\n");
  EXPECT_EQ(paper.column(), 7u);
  paper.write(screen.keep("you> ", "draft"));
  paper.write(screen.show({{Tone::notice, "(sent)\n"}}));
  EXPECT_EQ(paper.all(), "Hello, world.\nMore\nyou> draft\n(sent)\n\n");
}

TEST(ChatScreen, WordsMoveWholeToTheNextLine) {
  Paper paper;
  ChatScreen screen(true, false);
  screen.columns(20);
  for (const auto* piece : {"one two three fo", "ur five ", "sixsevensixsevensixseven"}) {
    paper.write(screen.show({{Tone::text, piece}}));
    paper.write(screen.prompt("> ", "", 0));
    paper.write(screen.hide());
  }
  EXPECT_EQ(paper.all(), "one two three four \nfive \nsixsevensixsevensix\nseven\n\n");
}

TEST(ChatScreen, ABlankThatDoesNotFitStillEndsItsWord) {
  Paper paper;
  ChatScreen screen(true, false);
  screen.columns(20);
  paper.write(screen.show({{Tone::text, "these are nineteen. Next"}}));
  EXPECT_EQ(paper.all(), "these are nineteen.\nNext\n");
}

TEST(ChatScreen, ALongLineIsShownAroundItsCursor) {
  Paper paper;
  ChatScreen screen(true, false);
  screen.columns(20);
  const std::string typed = "abcdefghijklmnopqrstuvwxyz";
  paper.write(screen.prompt("you> ", typed, typed.size()));
  EXPECT_EQ(paper.all(), "you> nopqrstuvwxyz\n");
  paper.write(screen.prompt("you> ", typed, 0));
  EXPECT_EQ(paper.all(), "you> abcdefghijklmn\n");
  EXPECT_EQ(paper.column(), 5u);
}

TEST(ChatScreen, WithoutATerminalThereIsOnlyText) {
  ChatScreen screen(false, false);
  std::string out = screen.show({{Tone::thought, "Hm."}, {Tone::card, "\n+-+\n"}});
  out += screen.prompt("you> ", "x", 1) + screen.hide() + screen.keep("you> ", "pay");
  EXPECT_EQ(out, "Hm.\n+-+\nyou> pay\n");
}

std::string typed(std::string_view keys) {
  LineEditor editor;
  for (const char key : keys) {
    if (editor.feed(key) == LineEditor::Did::line) editor.remember(editor.take());
  }
  return editor.text().substr(0, editor.cursor()) + "|" + editor.text().substr(editor.cursor());
}

TEST(LineEditor, EditsCharactersNotBytes) {
  EXPECT_EQ(typed("bl\xc3\xa5\xe6\x97\xa5\x7f\x7fx"), "blx|");
  EXPECT_EQ(typed("a\xc3\xa5\x1b[D\x1b[D\x1b[C!"), "a!|\xc3\xa5");
  EXPECT_EQ(typed("one two\x17!"), "one !|");
  EXPECT_EQ(typed("\x7f\x17\x1b[D\x1b[3~"), "|");
  EXPECT_EQ(typed("abc\x01\x04x\x05y"), "xbcy|");
  EXPECT_EQ(typed("abc\x15xyz\x1b[H\x0b"), "|");
  EXPECT_EQ(typed("a\x1b[1;5Cb\x1bOPc\x1b[200~d\x02"), "abcd|");
}

TEST(LineEditor, RemembersLines) {
  EXPECT_EQ(typed("one\ntwo\n\x1b[A\x1b[A\x1b[A"), "one|");
  EXPECT_EQ(typed("one\ntwo\n\x1b[A\x1b[A\x1b[B\x1b[B"), "|");
}

TEST(LineEditor, ControlDEndsOnlyAnEmptyLine) {
  LineEditor editor;
  EXPECT_EQ(editor.feed('a'), LineEditor::Did::changed);
  EXPECT_EQ(editor.feed('\x04'), LineEditor::Did::changed);
  editor.feed('\x7f');
  EXPECT_EQ(editor.feed('\x04'), LineEditor::Did::end);
}

TEST(ChatText, SpellsWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\tb\r\nc\x1b[1m\x7f"), "a  b\nc\\x1b[1m\\x7f");
  EXPECT_EQ(printable_line("a\nb"), "a\\x0ab");
  EXPECT_EQ(printable("\xc2\x9b \xe2\x80\xae \xef\xbb\xbf \xe2\x81\xa6"),
            "\\u{009b} \\u{202e} \\u{feff} \\u{2066}");
  EXPECT_EQ(printable("\xff\xc3 \xed\xa0\x80"),
            "\xef\xbf\xbd\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(printable("日本 å 👍"), "日本 å 👍");
}

TEST(ChatText, CountsColumns) {
  EXPECT_EQ(columns_of("日本 å 👍"), 9u);
  EXPECT_EQ(columns_of("e\xcc\x81"), 1u);
  EXPECT_EQ(shortened("日本語です", 6), "日本…");
  EXPECT_EQ(shortened("short", 5), "short");
}

TEST(ChatCard, HidesNothingWithoutSayingSo) {
  Question question;
  question.tool = "write_file";
  json::array lines;
  for (int i = 0; i < 100; ++i) lines.emplace_back(i);
  question.arguments = json::object{{"content", lines}};
  CardStyle style;
  EXPECT_THAT(draw_card(question, style), HasSubstr("... 81 more lines: /approvals shows all"));
  style.rows_max = 0;
  EXPECT_THAT(draw_card(question, style), HasSubstr("|     99  "));
}

TEST(ChatCard, KeepsItsShapeAroundLongAndWideText) {
  Question question;
  question.tool = std::string(200, 'x');
  question.prompt = "本当に?";
  question.arguments = json::object{{"content", std::string(200, 'y') + "日本語\n\x1b|"}};
  CardStyle style;
  style.columns = 40;
  std::string_view card_left;
  const std::string card = draw_card(question, style);
  for (card_left = card; !card_left.empty();) {
    const auto end = card_left.find('\n');
    EXPECT_EQ(columns_of(card_left.substr(0, end)), 40u) << card;
    card_left.remove_prefix(end + 1);
  }
}

TEST(ChatCard, ShowsADeadlineWhereOneIsKnown) {
  ManualClock clock;
  Question question;
  question.asked = clock.steady();
  question.deadline = clock.wall() + std::chrono::seconds(30);
  clock.advance(std::chrono::milliseconds(1'500));
  EXPECT_EQ(waiting_words(question, clock), "29 s left");
  EXPECT_EQ(draw_card(question, {}).find("not told"), std::string::npos);
  clock.advance(std::chrono::seconds(60));
  EXPECT_EQ(waiting_words(question, clock), "0 s left");
}

TEST(ReconnectDelay, GrowsAndIsBounded) {
  using std::chrono::milliseconds;
  EXPECT_EQ(reconnect_delay(0, 0.5), milliseconds(500));
  EXPECT_EQ(reconnect_delay(2, 0.5), milliseconds(2'000));
  EXPECT_EQ(reconnect_delay(0, 0), milliseconds(500));
  EXPECT_EQ(reconnect_delay(1'000'000, 1), milliseconds(10'000));
  EXPECT_LT(reconnect_delay(3, 0), reconnect_delay(3, 1));
}

}  // namespace
}  // namespace holdpoint
