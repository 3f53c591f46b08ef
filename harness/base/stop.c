/* For sigaction, pthread_sigmask. */
#define _XOPEN_SOURCE 700

#include "harness/base/stop.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "harness/base/timing.h"

const int stop_signals[STOP_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
static const char *const names[STOP_SIGNALS] = {"SIGINT", "SIGTERM", "SIGHUP"};

enum {
    LAST_SECOND = 4, /* behind the first signal: the process ends */
    ONCE_MS = 200    /* signals within this time are one: timeout(1) sends each twice */
};

/* The first signal, 0: none has come; and when, in milliseconds. A handler has nowhere else to leave them, and every
 * thread sees them here, whichever has got the signal. */
static atomic_int noted;
static atomic_llong noted_ms;
static atomic_int seconds;  /* since then */
static atomic_llong end_ms; /* of stop_at; 0: never */

static void end_by(int number)
{
    const struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t set;

    sigaction(number, &usual, NULL);
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}

/* A call that blocks and was begun just behind the signal has not seen it: this interrupts it. */
static void tick(int number)
{
    const int before = errno;

    (void)number;
    if (atomic_fetch_add(&seconds, 1) + 1 >= LAST_SECOND)
        end_by(atomic_load(&noted));
    alarm(1);
    errno = before;
}

static void note(int number)
{
    const struct sigaction ticks = {.sa_handler = tick};
    const long long now = (long long)time_now_ms();
    const int before = errno;
    long long first = 0;

    if (atomic_compare_exchange_strong(&noted_ms, &first, now)) {
        atomic_store(&noted, number);
        sigaction(SIGALRM, &ticks, NULL);
        alarm(1);
    } else if (now - first > ONCE_MS) {
        end_by(number);
    }
    errno = before;
}

void stop_watch(void)
{
    struct sigaction action = {.sa_handler = note}, before; /* without SA_RESTART */
    sigset_t set;

    sigfillset(&action.sa_mask);
    for (int i = 0; i < STOP_SIGNALS; i++) {
        sigaction(stop_signals[i], NULL, &before);
        if (before.sa_handler != SIG_IGN)
            sigaction(stop_signals[i], &action, NULL);
    }
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void stop_at(double ms)
{
    atomic_store(&end_ms, (long long)ms);
}

bool stop_signalled(void)
{
    return atomic_load(&noted) != 0;
}

bool stop_is_late(void)
{
    const long long end = atomic_load(&end_ms);

    return !stop_signalled() && end > 0 && time_now_ms() >= (double)end;
}

bool stop_wanted(void)
{
    return stop_signalled() || stop_is_late();
}

int stop_asked(void *unused)
{
    (void)unused;
    return stop_wanted();
}

int stop_fault(struct fault *fault)
{
    const int number = atomic_load(&noted);
    const char *name = "a signal"; /* of another rank */

    for (int i = 0; i < STOP_SIGNALS; i++)
        if (stop_signals[i] == number)
            name = names[i];
    if (fault != NULL && fault->code == FAULT_NONE)
        fault->interrupted = true;
    return stop_is_late() ? fault_set(fault, FAULT_IO, "the time was over")
                          : fault_set(fault, FAULT_IO, "stopped by %s", name);
}

bool stop_explains(const struct fault *fault)
{
    return stop_wanted() &&
           (fault->interrupted || (fault->code != FAULT_IO && fault->code != FAULT_WRONG));
}

void stop_end(void)
{
    if (stop_signalled())
        end_by(atomic_load(&noted));
}
