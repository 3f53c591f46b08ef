/* Signals that end this process: noted, told to calls that block, and in the end obeyed. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/base/stop.h"
#include "harness/base/timing.h"

static void wait_ms(long ms)
{
    struct timespec left = {ms / 1000, ms % 1000 * 1000000};

    while (nanosleep(&left, &left) != 0)
        ;
}

/* Does the work in a process of its own, which watches signals by the time that this returns. */
static pid_t begin(void (*work)(void))
{
    int ends[2];
    char ready;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        stop_watch();
        if (write(ends[1], "", 1) == 1)
            work();
        stop_end();
        _exit(0);
    }
    assert_int_equal(read(ends[0], &ready, 1), 1);
    close(ends[0]);
    close(ends[1]);
    return child;
}

/* How a process has ended: by a signal, or 0; and after how many milliseconds. */
static int end(pid_t child, double *ms)
{
    const double before = time_now_ms();
    int status;

    assert_int_equal(waitpid(child, &status, 0), child);
    *ms = time_now_ms() - before;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void go_on(void)
{
    wait_ms(10000);
}

static void test_first_after_seconds(void **state)
{
    double ms;
    pid_t child = begin(go_on);

    (void)state;
    kill(child, SIGTERM);
    assert_int_equal(end(child, &ms), SIGTERM);
    assert_in_range((int)ms, 3000, 6000);
}

static void test_second_at_once(void **state)
{
    double ms;
    pid_t child = begin(go_on);

    (void)state;
    kill(child, SIGTERM);
    kill(child, SIGTERM); /* the same one, as timeout(1) sends it */
    wait_ms(500);
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    kill(child, SIGINT);
    assert_int_equal(end(child, &ms), SIGINT);
    assert_in_range((int)ms, 0, 2000);
}

/* Opens a pipe that nobody reads, twice: the second time behind the signal. */
static void open_pipe(void)
{
    const char *path = getenv("TEST_PIPE");

    for (int i = 0; i < 2; i++)
        if (open(path, O_WRONLY) >= 0 || errno != EINTR || !stop_wanted())
            _exit(1);
}

static void test_calls_are_interrupted(void **state)
{
    char folder[] = "/tmp/clgemm-stop-XXXXXX", path[64];
    double ms;
    pid_t child;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    setenv("TEST_PIPE", path, 1);
    child = begin(open_pipe);
    wait_ms(200);
    kill(child, SIGHUP);
    assert_int_equal(end(child, &ms), SIGHUP);
    assert_in_range((int)ms, 0, 3000);
    unlink(path);
    rmdir(folder);
}

static void leave(void)
{
    struct fault fault = {0};

    while (!stop_wanted())
        wait_ms(1);
    if (stop_fault(&fault) != -1 || !fault.interrupted ||
        strcmp(fault.text, "stopped by SIGINT") != 0)
        _exit(1);
}

static void test_end_by_the_signal(void **state)
{
    double ms;
    pid_t child = begin(leave);

    (void)state;
    kill(child, SIGINT);
    assert_int_equal(end(child, &ms), SIGINT);
}

static void test_ignored_stays_ignored(void **state)
{
    double ms;
    pid_t child;

    (void)state;
    signal(SIGHUP, SIG_IGN);
    child = begin(leave);
    signal(SIGHUP, SIG_DFL);
    kill(child, SIGHUP);
    wait_ms(300);
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    kill(child, SIGINT);
    assert_int_equal(end(child, &ms), SIGINT);
}

static bool explains(enum fault_code code)
{
    const struct fault fault = {.code = code};

    return stop_explains(&fault);
}

static void test_time(void **state)
{
    struct fault fault = {0}, other = {0};

    (void)state;
    assert_false(explains(FAULT_DEVICE));
    assert_int_equal(stop_fault(&other), -1); /* another rank has got a signal */
    assert_string_equal(other.text, "stopped by a signal");
    stop_at(time_now_ms() + 3600e3);
    assert_false(stop_wanted());
    stop_at(time_now_ms() - 1);
    assert_true(stop_is_late() && !stop_signalled());
    assert_int_equal(stop_fault(&fault), -1);
    assert_string_equal(fault.text, "the time was over");
    assert_true(stop_explains(&fault));
    assert_true(explains(FAULT_DEVICE) && explains(FAULT_REFUSED));
    assert_false(explains(FAULT_IO) || explains(FAULT_WRONG));
    stop_at(0);
    assert_false(stop_explains(&fault));
}

int main(void)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGTERM};

    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_after_seconds),   cmocka_unit_test(test_second_at_once),
        cmocka_unit_test(test_calls_are_interrupted), cmocka_unit_test(test_end_by_the_signal),
        cmocka_unit_test(test_ignored_stays_ignored), cmocka_unit_test(test_time),
    };

    /* Whoever runs this may ignore some, as nohup does. */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
