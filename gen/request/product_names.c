/*
 * Products that have names, which --product takes in place of a text.
 */
#include "gen/request/product.h"

#include <string.h>

#include "clgemm.h"

/* A position that slides along an axis, and the constants of it. */
#define ALONG(index, tap) "stride*" #index "+dilation*" #tap "-pad"
#define CONSTANTS "stride=1,dilation=1,pad=0"

static const struct named {
    const char *name, *text;
    const char *constants; /* of the text, where --fixed does not say them; NULL: it has none */
    const char *help;
} named[] = {
    {"conv1d", "y[n,p,f] = x[n," ALONG(p, r) ",c] * w[f,r,c]", CONSTANTS,
     "a convolution along one axis, channels last"},
    {"conv2d-nhwc", "y[n,p,q,f] = x[n," ALONG(p, r) "," ALONG(q, s) ",c] * w[f,r,s,c]", CONSTANTS,
     "a convolution of images, channels last"},
    {"conv2d-nchw", "y[n,f,p,q] = x[n,c," ALONG(p, r) "," ALONG(q, s) "] * w[f,c,r,s]", CONSTANTS,
     "a convolution of images, channels first"},
    {"conv3d-ndhwc",
     "y[n,o,p,q,f] = x[n," ALONG(o, t) "," ALONG(p, r) "," ALONG(q, s) ",c] * w[f,t,r,s,c]",
     CONSTANTS, "a convolution of volumes, channels last"},
    {"contraction", "c[a,b,i,j] = t[i,k,a,l] * v[k,b,l,j]", NULL,
     "a contraction of two tensors of four axes"},
};

enum {
    NAMED = sizeof named / sizeof named[0]
};

/* Whether --fixed (NULL: nothing) says a name, which ends at `=`. */
static bool says(const char *fixed, const char *name, size_t length)
{
    for (const char *item = fixed; item; item = strchr(item, ',')) {
        item += *item == ',';
        if (strncmp(item, name, length) == 0 && item[length] == '=')
            return true;
    }
    return false;
}

/* The numbers of --fixed and those of constants that it does not say. */
static const char *add_constants(struct job *job, const char *fixed, const char *constants)
{
    for (const char *item = constants; item; item = strchr(item, ',')) {
        item += *item == ',';
        if (!says(fixed, item, strcspn(item, "=")))
            fixed = arena_join(job->arena, fixed, ",",
                               arena_printf(job->arena, "%.*s", (int)strcspn(item, ","), item));
    }
    return fixed;
}

void product_take_name(struct job *job, struct notation *product)
{
    const char *list = NULL;
    if (strpbrk(product->text, "[=*"))
        return;
    for (size_t i = 0; i < NAMED; i++) {
        if (strcmp(named[i].name, product->text) == 0) {
            product->text = named[i].text;
            product->fixed = add_constants(job, product->fixed, named[i].constants);
            return;
        }
        list = arena_join(job->arena, list, ", ", named[i].name);
    }
    job_fail(job, CLGEMM_USAGE, "product",
             "--product: there is no product %.40s; it takes 'c[m,n] = a[m,k] * b[k,n]' or one of "
             "%s",
             product->text, list);
}

int clgemm_product_at(size_t index, struct clgemm_product *product)
{
    if (index >= NAMED)
        return -1;
    *product = (struct clgemm_product){named[index].name, named[index].text,
                                       named[index].constants ? named[index].constants : "",
                                       named[index].help};
    return 0;
}
