/* For prctl, and posix_spawn_file_actions_addchdir_np (in POSIX since 2024, without _np). */
#define _GNU_SOURCE

#include "harness/base/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/file.h"
#include "harness/base/stop.h"
#include "harness/base/timing.h"

extern char **environ;

char *process_find(const char *name)
{
    const char *path = getenv("PATH");
    char *file;

    if (path == NULL || strchr(name, '/') != NULL)
        return access(name, X_OK) == 0 && strchr(name, '/') != NULL ? strdup(name) : NULL;
    file = malloc(strlen(path) + strlen(name) + 4);
    while (file != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");

        sprintf(file, "%.*s/%s", length == 0 ? 1 : (int)length, length == 0 ? "." : path, name);
        if (access(file, X_OK) == 0)
            return file;
        path += length + (path[length] == ':');
    }
    free(file);
    return NULL;
}

/* Whether `entry` sets the variable that `addition` sets. */
static bool same_variable(const char *entry, const char *addition)
{
    size_t length = strcspn(addition, "=");

    return strncmp(entry, addition, length) == 0 && entry[length] == '=';
}

/* Our environment with the additions in malloc'd memory; the strings stay where they are. */
static char **make_environment(const char *const *additions)
{
    size_t count = 0, room = 1;
    char **list;

    for (char **entry = environ; *entry != NULL; entry++)
        room++;
    for (size_t i = 0; additions != NULL && additions[i] != NULL; i++)
        room++;
    list = malloc(room * sizeof *list);
    if (list == NULL)
        return NULL;
    for (char **entry = environ; *entry != NULL; entry++) {
        bool replaced = false;

        for (size_t i = 0; additions != NULL && additions[i] != NULL; i++)
            replaced = replaced || same_variable(*entry, additions[i]);
        if (!replaced)
            list[count++] = *entry;
    }
    for (size_t i = 0; additions != NULL && additions[i] != NULL; i++)
        list[count++] = (char *)additions[i];
    list[count] = NULL;
    return list;
}

/* A group of its own, and signals as a fresh program expects them. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t mask, usual;
    int status;

    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    for (int i = 0; i < STOP_SIGNALS; i++)
        sigdelset(&mask, stop_signals[i]);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    status = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                      POSIX_SPAWN_SETSIGDEF);
    if (status == 0)
        status = posix_spawnattr_setsigdefault(attributes, &usual);
    if (status == 0)
        status = posix_spawnattr_setpgroup(attributes, 0);
    if (status == 0)
        status = posix_spawnattr_setsigmask(attributes, &mask);
    return status;
}

static int set_actions(posix_spawn_file_actions_t *actions, const struct process_order *order)
{
    int status = 0;

    for (int i = 0; i < 3 && status == 0; i++)
        status = order->streams[i] < 0
                     ? posix_spawn_file_actions_addopen(actions, i, "/dev/null",
                                                        i == 0 ? O_RDONLY : O_WRONLY, 0)
                     : posix_spawn_file_actions_adddup2(actions, order->streams[i], i);
    if (status == 0 && order->folder != NULL)
        status = posix_spawn_file_actions_addchdir_np(actions, order->folder);
    return status;
}

int process_start(const struct process_order *order, struct process *process, struct fault *fault)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **environment = make_environment(order->environment);
    int status;

    *process = (struct process){.started_ms = time_now_ms()};
    if (environment == NULL)
        return fault_memory(fault);
    status = posix_spawn_file_actions_init(&actions);
    if (status == 0) {
        status = posix_spawnattr_init(&attributes);
        if (status == 0) {
            status = set_actions(&actions, order);
            if (status == 0)
                status = set_attributes(&attributes);
            if (status == 0)
                status = posix_spawnp(&process->id, order->arguments[0], &actions, &attributes,
                                      (char *const *)order->arguments, environment);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    free(environment);
    if (status == 0)
        return 0;
    process->id = 0;
    return fault_set(fault, FAULT_IO, "cannot start %s: %s", order->arguments[0], strerror(status));
}

/* Milliseconds that a process may take to end once it is killed, and where a signal ends us, too. One that
 * a driver holds on to may never do it. */
static const double last_wait_ms = 20000, stop_wait_ms = 1000;

/* Ends what is left of the group and takes the end of its first process, which has ended or is
 * about to. Its id is not given to another process before that. */
static void reap(struct process *process, struct process_end *end)
{
    const double begin_ms = time_now_ms();
    int status = 0;
    pid_t got;

    kill(-process->id, SIGKILL);
    for (;;) {
        got = waitpid(process->id, &status, WNOHANG);
        if (got > 0 || (got < 0 && errno != EINTR) ||
            time_now_ms() - begin_ms > (stop_signalled() ? stop_wait_ms : last_wait_ms))
            break;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    end->ms = time_now_ms() - process->started_ms;
    end->how = got == 0 ? PROCESS_LATE : WIFEXITED(status) ? PROCESS_EXITED : PROCESS_SIGNALLED;
    end->number = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    process->id = 0;
}

bool process_ended(const struct process *process)
{
    siginfo_t state = {0};

    if (waitid(P_PID, (id_t)process->id, &state, WEXITED | WNOHANG | WNOWAIT) != 0)
        return errno != EINTR;
    return state.si_pid != 0;
}

/* By "ID (NAME) STATE ...", as /proc tells of a thread; a name may have brackets. */
static bool is_awake(const char *thread)
{
    char path[64], text[128];
    const char *end;

    snprintf(path, sizeof path, "/proc/self/task/%.20s/stat", thread);
    file_first_line(path, text, sizeof text);
    end = strrchr(text, ')');
    return end != NULL && strncmp(end, ") R", 3) == 0;
}

bool process_has_work(void)
{
    DIR *const threads = opendir("/proc/self/task");
    const long own = syscall(SYS_gettid);
    const struct dirent *thread;
    bool has = false;

    while (threads != NULL && !has && (thread = readdir(threads)) != NULL)
        has = thread->d_name[0] != '.' && strtol(thread->d_name, NULL, 10) != own &&
              is_awake(thread->d_name);
    if (threads != NULL)
        closedir(threads);
    return has;
}

void process_mark(const char *word)
{
    prctl(PR_SET_NAME, word);
}

void process_read_mark(const struct process *process, char *word, size_t room)
{
    char path[64];

    *word = '\0';
    snprintf(path, sizeof path, "/proc/%ld/comm", (long)process->id);
    if (process->id != 0)
        file_first_line(path, word, room);
}

bool process_wait(struct process *process, double limit_ms, struct process_end *end)
{
    double deadline = time_now_ms() + limit_ms, pause_ms = 0.2;

    for (;;) {
        double left;

        if (process_ended(process)) {
            reap(process, end);
            return true;
        }
        left = deadline - time_now_ms();
        if (left <= 0 || stop_wanted())
            return false;
        pause_ms = pause_ms < 10 ? pause_ms * 1.5 : 10;
        if (pause_ms < left)
            left = pause_ms;
        nanosleep(&(struct timespec){(time_t)0, (long)(left * 1e6)}, NULL);
    }
}

void process_stop(struct process *process, struct process_end *end)
{
    if (process->id != 0)
        reap(process, end);
}

int process_run(const struct process_order *order, double limit_ms, struct process_end *end,
                struct fault *fault)
{
    struct process process;

    if (process_start(order, &process, fault))
        return -1;
    if (process_wait(&process, limit_ms, end))
        return 0;
    process_stop(&process, end);
    end->how = stop_wanted() ? PROCESS_INTERRUPTED : PROCESS_LATE;
    return 0;
}

void process_describe(const struct process_end *end, char *text, size_t room)
{
    switch (end->how) {
    case PROCESS_EXITED:
        snprintf(text, room, "ended with code %d", end->number);
        break;
    case PROCESS_SIGNALLED:
        snprintf(text, room, "was ended by signal %d (%s)", end->number, strsignal(end->number));
        break;
    case PROCESS_LATE:
        snprintf(text, room, "was stopped after %.1f s", end->ms * 1e-3);
        break;
    case PROCESS_INTERRUPTED:
        snprintf(text, room, "was stopped by an interrupt");
        break;
    }
}

/* Bytes of data that the process has mapped: with a sanitizer far more than the machine has. */
static rlim_t mapped_data(void)
{
    unsigned long long pages = 0;
    char line[200];

    file_first_line("/proc/self/statm", line, sizeof line);
    if (sscanf(line, "%*u %*u %*u %*u %*u %llu", &pages) != 1)
        pages = 0;
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

void process_limit_memory(uint64_t bytes)
{
    rlim_t most = mapped_data() + (rlim_t)bytes;
    struct rlimit data = {most, most};

    setrlimit(RLIMIT_DATA, &data);
}

void process_follow(int number)
{
    prctl(PR_SET_PDEATHSIG, number);
}

bool process_has_writer(void)
{
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};

    return poll(&input, 1, 0) < 0 || (input.revents & POLLHUP) == 0;
}

/* /dev/full is not everywhere. */
static int open_unusable(int number)
{
    int full = number == 0 ? -1 : open("/dev/full", O_RDONLY);

    return full >= 0 ? full : open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
}

int process_open_streams(struct fault *fault)
{
    for (int number = 0; number < 3; number++)
        if (fcntl(number, F_GETFD) < 0 && open_unusable(number) < 0)
            return fault_set(fault, FAULT_IO,
                             "cannot open /dev/null for descriptor %d, which is closed: %s", number,
                             strerror(errno));
    return 0;
}
