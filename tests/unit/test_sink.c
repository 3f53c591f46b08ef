/*
 * Sinks: files whole or not at all, times kept, every failure a sentence with the path in it.
 */
#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "emit/sink.h"

/* Every test runs in an empty folder of its own. */
struct scratch {
    char *back;
    char folder[64];
};

static int set_up(void **state)
{
    struct scratch *scratch = calloc(1, sizeof *scratch);
    strcpy(scratch->folder, "/tmp/clgemm-sink-XXXXXX");
    scratch->back = realpath(".", NULL);
    *state = scratch;
    return mkdtemp(scratch->folder) && chdir(scratch->folder) == 0 ? 0 : -1;
}

static int count_entries(const char *folder)
{
    int count = 0;
    DIR *open_folder = opendir(folder);
    while (readdir(open_folder))
        count++;
    closedir(open_folder);
    return count - 2;
}

static int tear_down(void **state)
{
    struct scratch *scratch = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch->folder);
    int status = chdir(scratch->back);
    status |= system(command);
    free(scratch->back);
    free(scratch);
    return status;
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_file(const char *path, const char *text)
{
    char bytes[256] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[length] = '\0';
    assert_string_equal(bytes, text);
}

static struct stat stat_of(const char *path)
{
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    return found;
}

/* A time long ago, so that any write shows. */
static void age(const char *path)
{
    const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* One file. */
static int write_file(const char *path, const char *bytes, size_t length, bool if_changed,
                      struct clgemm_error *error)
{
    struct sink *sink = sink_open(if_changed, error);
    int status = -1;
    if (sink && sink_add(sink, "--output", path, bytes, length, error) == 0)
        status = sink_commit(sink, error);
    sink_close(sink);
    return status;
}

static int sink_write(const char *path, const char *bytes, size_t length,
                      struct clgemm_error *error)
{
    return write_file(path, bytes, length, false, error);
}

static void assert_fails(const char *path, enum clgemm_code code, const char *sentence)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    assert_int_equal(sink_write(path, "new", 3, &error), -1);
    assert_int_equal(error.code, code);
    assert_string_equal(error.text, sentence);
    assert_int_equal(sink_write(path, "new", 3, NULL), -1);
}

static void test_new_file(void **state)
{
    (void)state;
    struct clgemm_error error;
    const mode_t mask = umask(027);
    assert_int_equal(sink_write("new", "text", 4, &error), 0);
    umask(mask);
    assert_file("new", "text");
    assert_int_equal(stat_of("new").st_mode & 0777, 0640);
    assert_int_equal(sink_write("empty", "", 0, &error), 0);
    assert_file("empty", "");
    assert_int_equal(count_entries("."), 2);
}

static void test_same_bytes_keep_the_time_on_request(void **state)
{
    (void)state;
    struct clgemm_error error;
    put("file", "text");
    age("file");
    assert_int_equal(write_file("file", "text", 4, true, &error), 0);
    assert_int_equal(stat_of("file").st_mtime, 1000);
    assert_int_equal(write_file("file", "texT", 4, true, &error), 0);
    assert_int_not_equal(stat_of("file").st_mtime, 1000);
    assert_file("file", "texT");
    assert_int_equal(write_file("file", "tex", 3, true, &error), 0);
    assert_file("file", "tex");
    age("file");
    assert_int_equal(write_file("file", "tex", 3, false, &error), 0);
    assert_int_not_equal(stat_of("file").st_mtime, 1000);
    assert_file("file", "tex");
    assert_int_equal(count_entries("."), 1);
}

static void test_permissions_and_links_stay(void **state)
{
    (void)state;
    struct clgemm_error error;
    assert_int_equal(mkdir("folder", 0777), 0);
    put("folder/file", "old");
    assert_int_equal(chmod("folder/file", 0604), 0);
    assert_int_equal(symlink("folder/file", "link"), 0);
    assert_int_equal(sink_write("link", "new", 3, &error), 0);
    assert_file("folder/file", "new");
    assert_int_equal(stat_of("folder/file").st_mode & 0777, 0604);
    struct stat link;
    assert_int_equal(lstat("link", &link), 0);
    assert_true(S_ISLNK(link.st_mode));
    assert_int_equal(count_entries("."), 2);
    assert_int_equal(count_entries("folder"), 1);
}

/* A link to a file that does not exist yet is followed as well, through others and folders. */
static void test_links_to_nothing_stay(void **state)
{
    (void)state;
    struct clgemm_error error;
    struct stat found;
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("folder/second", "first"), 0);
    assert_int_equal(symlink("../file", "folder/second"), 0);
    struct sink *sink = sink_open(false, &error);
    assert_int_equal(sink_add(sink, "--output", "first", "new", 3, &error), 0);
    assert_int_equal(sink_add(sink, "--output", "file", "bad", 3, &error), -1);
    assert_string_equal(error.text,
                        "--output: file is the file first that --output writes; name another one");
    assert_int_equal(sink_commit(sink, &error), 0);
    sink_close(sink);
    assert_file("file", "new");
    assert_int_equal(lstat("file", &found), 0);
    assert_true(S_ISREG(found.st_mode));
    assert_int_equal(lstat("first", &found), 0);
    assert_true(S_ISLNK(found.st_mode));
    assert_int_equal(lstat("folder/second", &found), 0);
    assert_true(S_ISLNK(found.st_mode));

    assert_int_equal(symlink("missing/file", "nowhere"), 0);
    assert_fails("nowhere", CLGEMM_IO, "cannot write nowhere: No such file or directory");
    assert_int_equal(symlink("circle", "circle"), 0);
    assert_fails("circle", CLGEMM_IO, "cannot write circle: Too many levels of symbolic links");
    assert_int_equal(count_entries("."), 5);
}

static void test_failures_are_sentences(void **state)
{
    (void)state;
    put("file", "old");
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_fails("folder", CLGEMM_IO, "cannot write folder: Is a directory");
    assert_fails("missing/file", CLGEMM_IO, "cannot write missing/file: No such file or directory");
    assert_fails("file/below", CLGEMM_IO, "cannot write file/below: Not a directory");
    assert_fails("", CLGEMM_IO, "cannot write a file without a name: No such file or directory");
    assert_file("file", "old");
    assert_int_equal(count_entries("."), 2);
    assert_int_equal(count_entries("folder"), 0);
}

static void test_nothing_is_renamed_before_all_is_written(void **state)
{
    (void)state;
    struct clgemm_error error;
    put("first", "old");
    struct sink *sink = sink_open(false, &error);
    assert_non_null(sink);
    assert_int_equal(sink_add(sink, "--output", "first", "new", 3, &error), 0);
    assert_int_equal(sink_add(sink, "--output", "second", "new", 3, &error), 0);
    assert_int_equal(sink_add(sink, "--output", "missing/third", "new", 3, &error), -1);
    sink_close(sink);
    assert_file("first", "old");
    assert_int_equal(count_entries("."), 1);

    sink = sink_open(false, &error);
    assert_int_equal(sink_add(sink, "--output", "first", "new", 3, &error), 0);
    assert_int_equal(sink_add(sink, "--output", "second", "two", 3, &error), 0);
    assert_int_equal(sink_add(sink, "--output", "./second", "bad", 3, &error), -1);
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(
        error.text, "--output: ./second is the file second that --output writes; name another one");
    assert_int_equal(sink_commit(sink, &error), 0);
    sink_close(sink);
    assert_file("first", "new");
    assert_file("second", "two");
    assert_int_equal(count_entries("."), 2);
    sink_close(NULL);
}

static void test_full_disk(void **state)
{
    (void)state;
    struct clgemm_error error;
    static char large[100000];
    struct rlimit before, limit;
    memset(large, 'x', sizeof large);
    put("file", "old");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){.rlim_cur = 50000, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const int status = sink_write("file", large, sizeof large, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(status, -1);
    assert_int_equal(error.code, CLGEMM_IO);
    assert_string_equal(error.text, "cannot write file: File too large");
    assert_file("file", "old");
    assert_int_equal(count_entries("."), 1);
}

static void test_devices_are_written_to(void **state)
{
    (void)state;
    struct clgemm_error error;
    assert_int_equal(sink_write("/dev/null", "new", 3, &error), 0);
    assert_true(S_ISCHR(stat_of("/dev/null").st_mode));
    if (access("/dev/full", W_OK) == 0)
        assert_fails("/dev/full", CLGEMM_IO, "cannot write /dev/full: No space left on device");
}

/* What is written to directly may fail, so it comes first, wherever it stands in the list. */
static void test_devices_come_before_files(void **state)
{
    (void)state;
    struct clgemm_error error;
    if (access("/dev/full", W_OK) != 0)
        skip();
    put("file", "old");
    struct sink *sink = sink_open(false, &error);
    assert_int_equal(sink_add(sink, "--output", "file", "new", 3, &error), 0);
    assert_int_equal(sink_add(sink, "--output", "/dev/full", "new", 3, &error), 0);
    assert_int_equal(sink_commit(sink, &error), -1);
    assert_string_equal(error.text, "cannot write /dev/full: No space left on device");
    sink_close(sink);
    assert_file("file", "old");
    assert_int_equal(count_entries("."), 1);
}

static void test_folders(void **state)
{
    (void)state;
    struct clgemm_error error;
    struct sink *sink = sink_open(false, &error);
    assert_int_equal(sink_make_folder(sink, "folder/", &error), 0);
    assert_int_equal(sink_make_folder(sink, "folder/", &error), 0);
    assert_true(S_ISDIR(stat_of("folder").st_mode));
    assert_int_equal(sink_make_folder(sink, "a/b", &error), -1);
    assert_string_equal(error.text, "cannot make the folder a/b: No such file or directory");
    put("file", "old");
    assert_int_equal(sink_make_folder(sink, "file", &error), -1);
    assert_string_equal(error.text, "cannot make the folder file: File exists");
    sink_close(sink);
    assert_int_equal(count_entries("."), 1);

    sink = sink_open(false, &error);
    assert_int_equal(sink_make_folder(sink, "folder", &error), 0);
    assert_int_equal(sink_add(sink, "--output", "folder/new", "new", 3, &error), 0);
    assert_int_equal(sink_commit(sink, &error), 0);
    sink_close(sink);
    assert_file("folder/new", "new");
}

static void assert_kept(const char *path, const char *sentence)
{
    struct clgemm_error error;
    struct sink *sink = sink_open(true, &error);
    assert_int_equal(sink_keep(sink, "--for", "input", &error), 0);
    assert_int_equal(sink_keep(sink, "--interface", "missing", &error), 0);
    assert_int_equal(sink_make_folder(sink, "made", &error), 0);
    assert_int_equal(sink_add(sink, "--depfile", "made/first", "new", 3, &error), 0);
    assert_int_equal(sink_add(sink, "--output", path, "new", 3, &error), -1);
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(error.text, sentence);
    sink_close(sink);
    assert_file("input", "old");
    assert_int_equal(count_entries("."), 4);
}

/* By its name, another one, a link to it or a second name of it. */
static void test_what_was_read_is_kept(void **state)
{
    (void)state;
    put("input", "old");
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("folder/../input", "link"), 0);
    assert_int_equal(link("input", "hard"), 0);
    assert_kept("input", "--output: input is the file input that --for reads; name another one");
    assert_kept("folder/../input",
                "--output: folder/../input is the file input that --for reads; name another one");
    assert_kept("link", "--output: link is the file input that --for reads; name another one");
    assert_kept("hard", "--output: hard is the file input that --for reads; name another one");
}

/* So are two outputs, be they there or not; a device takes what it is given. */
static void test_outputs_differ(void **state)
{
    (void)state;
    struct clgemm_error error;
    put("one", "old");
    assert_int_equal(link("one", "two"), 0);
    struct sink *sink = sink_open(false, &error);
    assert_int_equal(sink_keep(sink, "--for", "/dev/null", &error), 0);
    assert_int_equal(sink_add(sink, "--output", "/dev/null", "new", 3, &error), 0);
    assert_int_equal(sink_add(sink, "--output", "one", "new", 3, &error), 0);
    assert_int_equal(sink_add(sink, "--depfile", "two", "new", 3, &error), -1);
    assert_string_equal(error.text,
                        "--depfile: two is the file one that --output writes; name another one");
    sink_close(sink);
    assert_file("one", "old");
    assert_int_equal(count_entries("."), 2);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_new_file),
        TEST(test_same_bytes_keep_the_time_on_request),
        TEST(test_permissions_and_links_stay),
        TEST(test_links_to_nothing_stay),
        TEST(test_failures_are_sentences),
        TEST(test_nothing_is_renamed_before_all_is_written),
        TEST(test_full_disk),
        TEST(test_devices_are_written_to),
        TEST(test_devices_come_before_files),
        TEST(test_folders),
        TEST(test_what_was_read_is_kept),
        TEST(test_outputs_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
