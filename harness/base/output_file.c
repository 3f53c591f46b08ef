/* For fchmod, sigaction. */
#define _XOPEN_SOURCE 700

#include "harness/base/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/file.h"
#include "harness/base/text.h"

/* Makes a new file beside the target. Returns its descriptor, or -1 with errno. Not mkstemp, whose
 * files are for the owner alone: the permissions of a new file are the umask's to decide. */
static int create_beside(const char *target, char **part)
{
    char *folder = file_folder(target);
    char name[64]; /* not the target's name, which may already be as long as a name can be */
    int file = -1;

    errno = EEXIST;
    for (unsigned attempt = 0; file < 0 && errno == EEXIST; attempt++) {
        snprintf(name, sizeof name, ".clgemm-bench-%ld-%u", (long)getpid(), attempt);
        free(*part);
        *part = file_join(folder, name);
        errno = ENOMEM;
        if (*part != NULL)
            file = open(*part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    free(folder);
    return file;
}

/* -------------------------------------------------------------------------------------- writing */

static int fail(const char *path, struct fault *fault)
{
    return fault_set(fault, FAULT_IO, "cannot write %s: %s", path, strerror(errno));
}

static void release(struct output *output)
{
    free(output->target);
    free(output->part);
    memset(output, 0, sizeof *output);
}

/* Gives a file up that could not be begun (-1: not even made): nothing stays of it. */
static int give_up(struct output *output, int file, struct fault *fault)
{
    fail(output->path, fault);
    if (file >= 0) {
        close(file);
        if (output->part != NULL)
            unlink(output->part);
    }
    release(output);
    return -1;
}

int output_open(const char *path, struct output *output, struct fault *fault)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct stat facts;
    bool there = stat(path, &facts) == 0;
    int file;

    if (!there && errno != ENOENT)
        return fail(path, fault);
    *output = (struct output){.path = path, .target = file_follow(path)};
    if (output->target == NULL)
        return fault_memory(fault);
    if (there && !S_ISREG(facts.st_mode))
        file = open(path, O_WRONLY | O_CLOEXEC);
    else
        file = create_beside(output->target, &output->part);
    if (file < 0)
        return give_up(output, file, fault);
    output->stream = fdopen(file, "w");
    if (output->stream == NULL)
        return give_up(output, file, fault);
    sigaction(SIGXFSZ, &ignore, &output->size_before);
    return 0;
}

/* Whether two open files have the same bytes. */
static bool same_bytes(FILE *one, FILE *other)
{
    char bytes[2][8192];
    size_t got;

    do {
        got = fread(bytes[0], 1, sizeof bytes[0], one);
        if (fread(bytes[1], 1, sizeof bytes[1], other) != got ||
            memcmp(bytes[0], bytes[1], got) != 0)
            return false;
    } while (got > 0);
    return !ferror(one) && !ferror(other);
}

/* Whether the target is there with the bytes that were written. */
static bool is_unchanged(const struct output *output)
{
    FILE *part = fopen(output->part, "rb"), *target = fopen(output->target, "rb");
    bool same = part != NULL && target != NULL && same_bytes(part, target);

    if (part != NULL)
        fclose(part);
    if (target != NULL)
        fclose(target);
    return same;
}

/* Brings what was written to the disk, with the permissions of the file that it replaces. `number`:
 * errno behind the last write, which failed where the stream tells no other reason. */
static int finish(const struct output *output, int number)
{
    struct stat facts;
    int file = fileno(output->stream);

    if (fflush(output->stream) != 0)
        return -1;
    if (ferror(output->stream)) {
        errno = number;
        return -1;
    }
    if (output->part == NULL)
        return 0;
    if (stat(output->target, &facts) == 0 && fchmod(file, facts.st_mode & 0777) != 0)
        return -1;
    return fsync(file);
}

/* Gives what was written its name. */
static int settle(struct output *output)
{
    if (output->part == NULL)
        return 0;
    if (is_unchanged(output))
        return unlink(output->part);
    if (rename(output->part, output->target) != 0)
        return -1;
    file_sync_folder(output->target);
    return 0;
}

int output_close(struct output *output, struct fault *fault)
{
    bool good = fault->code == FAULT_NONE && (!memory_ran_out() || fault_memory(fault) == 0);
    int number = errno, status = good ? finish(output, number) : 0;

    number = errno;
    if (fclose(output->stream) == 0)
        errno = number;
    else
        status = -1;
    sigaction(SIGXFSZ, &output->size_before, NULL);
    if (good && status == 0)
        status = settle(output);
    if (good && status != 0)
        fail(output->path, fault);
    if (fault->code != FAULT_NONE && output->part != NULL)
        unlink(output->part);
    release(output);
    return fault->code == FAULT_NONE ? 0 : -1;
}

/* ------------------------------------------------------------------------------------- checking */

/* Replaces a plain file by one that its folder takes, which is tried: permissions do not tell it of
 * every folder, nor of every user. Any other kind of file is written to. */
static int try_folder(const char *target)
{
    char *part = NULL;
    int file = create_beside(target, &part), number = errno;

    if (file >= 0) {
        close(file);
        unlink(part);
    }
    free(part);
    errno = number;
    return file < 0 ? -1 : 0;
}

int output_check(const char *path, struct fault *fault)
{
    struct stat facts;
    bool there = stat(path, &facts) == 0, plain = !there || S_ISREG(facts.st_mode);
    char *target;
    int status;

    if (!there && errno != ENOENT)
        return fail(path, fault);
    if (there && S_ISDIR(facts.st_mode))
        return fault_set(fault, FAULT_IO, "cannot write %s: it is a folder", path);
    target = file_follow(path);
    if (target == NULL)
        return fault_memory(fault);
    status = plain ? try_folder(target) : access(path, W_OK);
    if (status != 0)
        fail(path, fault);
    free(target);
    return status;
}
