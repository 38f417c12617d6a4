/*
 * Simulates a power loss of a process. Preloaded (LD_PRELOAD), it records what was written to the files of one folder since
 * their last sync, reverts that at a chosen operation, and ends the process immediately.
 *
 * SIGKILL cannot show this, because the page cache survives it. Here a write counts as durable only after fsync or fdatasync
 * of its file. The model is a disk that honours fsync: synced data survives; of the rest nothing survives, or any part.
 *
 *   POWER_LOSS_FOLDER     files in it are watched, except SQLite's -shm, which is rebuilt after a crash
 *   POWER_LOSS_AT         the power goes at the n-th write, truncation or sync of watched files
 *   POWER_LOSS_WHERE      "anywhere", or "checkpoint": counts only operations on files other than SQLite's -wal. Once a
 *                         database exists, only checkpoints do those
 *   POWER_LOSS_SURVIVORS  "none": everything unsynced is lost; "some": a disk that reorders, so any sector may survive
 *   POWER_LOSS_SEED       seed for choosing the survivors
 *   POWER_LOSS_REPORT     file outside the folder for the report of what was lost, as JSON
 *
 * All watched files must belong to one process. Creating and unlinking files counts as durable immediately. writev, appending
 * writes and shared writable mappings end the process with a message; other ways of writing (O_TRUNC, fallocate, sendfile …)
 * are not detected. better-sqlite3 on Linux uses none of them: its binary imports only pwrite64, write, ftruncate64 and fsync.
 */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* The libc function that one of ours wraps. */
#define REAL(name) \
  ({ \
    static __typeof__(&name) found; \
    if (found == NULL) found = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    found; \
  })

/* The unit that a disk writes or loses as a whole. */
#define SECTOR 512
#define MOST_FILES 64

struct file {
  dev_t device;
  ino_t inode;
  /* Our own descriptor, never closed: closing any descriptor of a file would release SQLite's locks on it. */
  int fd;
  bool is_log;
};

/* One unsynced write or truncation, with what is needed to revert it. */
struct change {
  struct change *earlier;
  struct change *later;
  struct file *file;
  off_t offset;
  /* Bytes written; 0 for a truncation. */
  size_t length;
  off_t old_size;
  size_t old_length;
  unsigned char *old_bytes;
  off_t new_size;
  unsigned char *new_bytes;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct file files[MOST_FILES];
static int file_count;
static struct change *newest;
static char folder[4096];
static unsigned long operations;
static unsigned long power_loss_at;
static bool only_checkpoints;
static bool some_survive;
static uint64_t random_state;

static void give_up(const char *why) {
  dprintf(STDERR_FILENO, "power-loss: %s\n", why);
  abort();
}

static void *allocate(size_t size) {
  void *memory = malloc(size > 0 ? size : 1);
  if (memory == NULL) give_up("out of memory");
  return memory;
}

static unsigned long number_of(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  return text == NULL ? otherwise : strtoul(text, NULL, 10);
}

static bool is_set_to(const char *name, const char *value) {
  const char *text = getenv(name);
  return text != NULL && strcmp(text, value) == 0;
}

__attribute__((constructor)) static void read_environment(void) {
  const char *given = getenv("POWER_LOSS_FOLDER");
  if (given == NULL) return;
  char *resolved = realpath(given, NULL);
  if (resolved == NULL) give_up("POWER_LOSS_FOLDER does not exist");
  snprintf(folder, sizeof folder, "%s/", resolved);
  free(resolved);
  power_loss_at = number_of("POWER_LOSS_AT", 0);
  only_checkpoints = is_set_to("POWER_LOSS_WHERE", "checkpoint");
  some_survive = is_set_to("POWER_LOSS_SURVIVORS", "some");
  random_state = number_of("POWER_LOSS_SEED", 1) * 0x9E3779B97F4A7C15u + 1;
}

/* xorshift64* */
static uint64_t random_number(void) {
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return (random_state * 0x2545F4914F6CDD1Du) >> 32;
}

static bool ends_with(const char *path, const char *end) {
  size_t length = strlen(path);
  return length >= strlen(end) && strcmp(path + length - strlen(end), end) == 0;
}

/* Starts watching the file behind a descriptor if it is in the folder; otherwise returns NULL. */
static struct file *add_file(int fd, const struct stat *status) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return NULL;
  path[length] = '\0';
  if (strncmp(path, folder, strlen(folder)) != 0 || ends_with(path, "-shm")) return NULL;
  if (file_count == MOST_FILES) give_up("more files than it can watch");
  int own = open(link, O_RDWR | O_CLOEXEC);
  if (own < 0) give_up("a watched file cannot be opened for reading and writing");
  struct file *file = &files[file_count++];
  *file = (struct file){.device = status->st_dev, .inode = status->st_ino, .fd = own, .is_log = ends_with(path, "-wal")};
  return file;
}

/* Returns the watched file behind a descriptor and holds the lock; returns NULL without the lock for any other file. */
static struct file *enter(int fd) {
  struct stat status;
  int before = errno;
  if (folder[0] == '\0' || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    errno = before;
    return NULL;
  }
  pthread_mutex_lock(&lock);
  struct file *found = NULL;
  for (int index = 0; index < file_count && found == NULL; index += 1) {
    if (files[index].inode == status.st_ino && files[index].device == status.st_dev) found = &files[index];
  }
  if (found == NULL) found = add_file(fd, &status);
  if (found == NULL) pthread_mutex_unlock(&lock);
  errno = before;
  return found;
}

static void leave(void) {
  int before = errno;
  pthread_mutex_unlock(&lock);
  errno = before;
}

static off_t size_of(const struct file *file) {
  struct stat status;
  if (fstat(file->fd, &status) != 0) give_up("a watched file has no size");
  return status.st_size;
}

static unsigned char *read_range(const struct file *file, off_t offset, size_t length) {
  unsigned char *bytes = allocate(length);
  size_t done = 0;
  while (done < length) {
    ssize_t got = pread(file->fd, bytes + done, length - done, offset + (off_t)done);
    if (got <= 0) give_up("a watched file cannot be read");
    done += (size_t)got;
  }
  return bytes;
}

static void write_range(const struct file *file, off_t offset, const unsigned char *bytes, size_t length) {
  size_t done = 0;
  while (done < length) {
    ssize_t put = REAL(pwrite)(file->fd, bytes + done, length - done, offset + (off_t)done);
    if (put <= 0) give_up("a watched file cannot be written");
    done += (size_t)put;
  }
}

static void resize(const struct file *file, off_t size) {
  if (size_of(file) != size && REAL(ftruncate)(file->fd, size) != 0) give_up("a watched file cannot be resized");
}

/* Saves the bytes from `offset` to `end` before the change is made. */
static struct change *prepare(struct file *file, off_t offset, off_t end) {
  struct change *change = allocate(sizeof *change);
  off_t old_size = size_of(file);
  off_t old_end = end < old_size ? end : old_size;
  size_t old_length = old_end > offset ? (size_t)(old_end - offset) : 0;
  *change = (struct change){.file = file, .offset = offset, .old_size = old_size, .old_length = old_length};
  change->old_bytes = read_range(file, offset, old_length);
  return change;
}

static void forget(struct change *change) {
  free(change->old_bytes);
  free(change);
}

static void remember(struct change *change, size_t length) {
  change->length = length;
  change->earlier = newest;
  newest = change;
}

static void mark_durable(const struct file *file) {
  struct change **place = &newest;
  while (*place != NULL) {
    struct change *change = *place;
    if (change->file != file) {
      place = &change->earlier;
      continue;
    }
    *place = change->earlier;
    forget(change);
  }
}

/* Reverts newest first, so that each change finds the file as it left it. Returns the oldest. */
static struct change *take_back_all(unsigned long *count) {
  struct change *later = NULL;
  for (struct change *change = newest; change != NULL; change = change->earlier) {
    change->later = later;
    later = change;
    change->new_size = size_of(change->file);
    change->new_bytes = read_range(change->file, change->offset, change->length);
    resize(change->file, change->old_size);
    write_range(change->file, change->offset, change->old_bytes, change->old_length);
    *count += 1;
  }
  return later;
}

/* Lets nothing, everything or some sectors of each change reach the disk before the power loss. */
static unsigned long let_some_survive(struct change *oldest) {
  unsigned long survivors = 0;
  for (struct change *change = oldest; change != NULL; change = change->later) {
    uint64_t fate = random_number() % 3;
    if (fate == 0) continue;
    survivors += 1;
    if (change->length == 0) resize(change->file, change->new_size);
    for (size_t start = 0; start < change->length; start += SECTOR) {
      size_t length = change->length - start < SECTOR ? change->length - start : SECTOR;
      if (fate == 1 && random_number() % 2 == 0) continue;
      write_range(change->file, change->offset + (off_t)start, change->new_bytes + start, length);
    }
  }
  return survivors;
}

static void lose_power(void) {
  unsigned long unsynced = 0;
  struct change *oldest = take_back_all(&unsynced);
  unsigned long survivors = some_survive ? let_some_survive(oldest) : 0;
  const char *report = getenv("POWER_LOSS_REPORT");
  FILE *out = report == NULL ? NULL : fopen(report, "w");
  if (out != NULL) {
    fprintf(out, "{\"operations\":%lu,\"unsynced\":%lu,\"survivors\":%lu}\n", operations, unsynced, survivors);
    fclose(out);
  }
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static void count_operation(const struct file *file) {
  if (only_checkpoints && file->is_log) return;
  operations += 1;
  if (operations == power_loss_at) lose_power();
}

static ssize_t write_watched(struct file *file, int fd, const void *bytes, size_t length, off_t offset) {
  struct change *change = prepare(file, offset, offset + (off_t)length);
  ssize_t written = REAL(pwrite)(fd, bytes, length, offset);
  if (written > 0) remember(change, (size_t)written);
  else forget(change);
  count_operation(file);
  return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  struct file *file = enter(fd);
  if (file == NULL) return REAL(pwrite)(fd, bytes, length, offset);
  ssize_t written = write_watched(file, fd, bytes, length, offset);
  leave();
  return written;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  return pwrite(fd, bytes, length, offset);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  struct file *file = enter(fd);
  if (file == NULL) return REAL(write)(fd, bytes, length);
  if ((fcntl(fd, F_GETFL) & O_APPEND) != 0) give_up("appending is not modelled");
  off_t offset = lseek(fd, 0, SEEK_CUR);
  ssize_t written = write_watched(file, fd, bytes, length, offset);
  if (written > 0) lseek(fd, offset + written, SEEK_SET);
  leave();
  return written;
}

int ftruncate(int fd, off_t size) {
  struct file *file = enter(fd);
  if (file == NULL) return REAL(ftruncate)(fd, size);
  struct change *change = prepare(file, size, size_of(file));
  int result = REAL(ftruncate)(fd, size);
  if (result == 0) remember(change, 0);
  else forget(change);
  count_operation(file);
  leave();
  return result;
}

int ftruncate64(int fd, off64_t size) {
  return ftruncate(fd, size);
}

/* The moment of the cut is before the sync: what it was to make durable is lost. */
static int sync_watched(struct file *file, int fd, int (*sync)(int)) {
  count_operation(file);
  int result = sync(fd);
  if (result == 0) mark_durable(file);
  leave();
  return result;
}

int fsync(int fd) {
  struct file *file = enter(fd);
  return file == NULL ? REAL(fsync)(fd) : sync_watched(file, fd, REAL(fsync));
}

int fdatasync(int fd) {
  struct file *file = enter(fd);
  return file == NULL ? REAL(fdatasync)(fd) : sync_watched(file, fd, REAL(fdatasync));
}

static void refuse_watched(int fd, const char *why) {
  if (enter(fd) != NULL) give_up(why);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  refuse_watched(fd, "writev is not modelled");
  return REAL(writev)(fd, parts, count);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  refuse_watched(fd, "pwritev is not modelled");
  return REAL(pwritev)(fd, parts, count, offset);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  return pwritev(fd, parts, count, offset);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
  bool writes_file = fd >= 0 && (protection & PROT_WRITE) != 0 && (flags & MAP_SHARED) != 0;
  if (writes_file) refuse_watched(fd, "writing through mmap is not modelled");
  return REAL(mmap)(address, length, protection, flags, fd, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
  return mmap(address, length, protection, flags, fd, offset);
}
