#include "tests/unit/profiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"

char profile_folder[] = "test_profile_XXXXXX";

int make_profile_folder(void **state)
{
    (void)state;
    return mkdtemp(profile_folder) ? 0 : -1;
}

int remove_profile_folder(void **state)
{
    (void)state;
    return rmdir(profile_folder);
}

const struct profile *try_profile(const char *name)
{
    error = (struct clgemm_error){.code = CLGEMM_OK};
    if (setjmp(job.escape))
        return NULL;
    const struct profile_source *const source = profile_load(&job, name);
    struct profile *const profile = profile_of(&job, source, "f32", NULL);
    profile_take_peak(&job, profile, "f32");
    return profile;
}

const struct profile *read_profile(const char *name)
{
    const struct profile *const profile = try_profile(name);
    if (!profile)
        fail_msg("%s: %s", name, error.text);
    return profile;
}

const char *profile_path(const char *name)
{
    return arena_printf(&arena, "./%s/%s", profile_folder, name);
}

void write_profile(const char *name, const char *text, size_t length)
{
    FILE *const file = fopen(profile_path(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

const struct profile *try_profile_text(const char *text)
{
    write_profile("made.json", text, strlen(text));
    const struct profile *const made = try_profile(profile_path("made.json"));
    unlink(profile_path("made.json"));
    return made;
}
