// A disk with a volatile cache: one file, `disk`, in a FUSE folder. A loop device turns the file into a disk. An fsync of the file
// is a flush of the disk.
// Usage: cut-disk <image> <folder> <seed> <report>
//   SIGUSR1: cuts the power now. SIGUSR2: cuts it in the middle of one of the next writes, and prints 'cut'.
// After the cut every write and flush fails. When the folder is unmounted, chance decides for each write since the last flush. The
// write stays, is lost, or is torn: only some of its sectors are written. The report has the number of each.
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fuse3/fuse.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECTOR = 512, WRITES_UNTIL_CUT = 40, FIRST_ROOM = 1024 };

// btrfs writes its superblock of 4096 bytes here. If the superblock is torn, btrfs cannot mount. A disk with sectors of 4096 bytes
// never tears it.
enum { SUPERBLOCK_AT = 64 * 1024 };

struct unflushed {
  off_t at;
  size_t length;
  char *before, *after;
};

static struct unflushed *writes;
static size_t count, room;
static int image;
static off_t image_size;
static const char *report_path;
static volatile sig_atomic_t is_cut, is_armed;
static long writes_left = -1;
static unsigned long long state;

static unsigned random_number(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 11);
}

static void on_cut(int signal_number) { (void)signal_number; is_cut = 1; }
static void on_arm(int signal_number) { (void)signal_number; is_armed = 1; }

static void *allocate(void *old, size_t bytes) {
  void *memory = realloc(old, bytes);
  if (memory == NULL) { perror("cut-disk"); abort(); }
  return memory;
}

static void write_image(const char *bytes, size_t length, off_t at) {
  if (pwrite(image, bytes, length, at) != (ssize_t)length) { perror("cut-disk"); abort(); }
}

static int disk_getattr(const char *path, struct stat *found, struct fuse_file_info *info) {
  (void)info;
  memset(found, 0, sizeof *found);
  found->st_nlink = 1;
  if (!strcmp(path, "/")) { found->st_mode = S_IFDIR | 0700; return 0; }
  if (strcmp(path, "/disk")) return -ENOENT;
  found->st_mode = S_IFREG | 0600;
  found->st_size = image_size;
  return 0;
}

// Direct I/O bypasses the page cache: this process has a write before the loop device reports it as done.
static int disk_open(const char *path, struct fuse_file_info *info) {
  (void)path;
  info->direct_io = 1;
  return 0;
}

static int disk_read(const char *path, char *bytes, size_t length, off_t at, struct fuse_file_info *info) {
  (void)path; (void)info;
  ssize_t got = pread(image, bytes, length, at);
  return got < 0 ? -errno : (int)got;
}

static int disk_write(const char *path, const char *bytes, size_t length, off_t at, struct fuse_file_info *info) {
  (void)path; (void)info;
  if (is_cut) return -EIO;
  if (is_armed && writes_left < 0) writes_left = random_number() % WRITES_UNTIL_CUT;
  if (count == room) {
    room = room ? room * 2 : FIRST_ROOM;
    writes = allocate(writes, room * sizeof *writes);
  }
  struct unflushed *added = &writes[count];
  *added = (struct unflushed){ at, length, allocate(NULL, length), allocate(NULL, length) };
  if (pread(image, added->before, length, at) != (ssize_t)length) return -EIO;
  memcpy(added->after, bytes, length);
  count += 1;
  write_image(bytes, length, at);
  if (writes_left < 0 || writes_left-- > 0) return (int)length;
  is_cut = 1;
  puts("cut");
  fflush(stdout);
  return -EIO;
}

static int disk_fsync(const char *path, int data_only, struct fuse_file_info *info) {
  (void)path; (void)data_only; (void)info;
  if (is_cut) return -EIO;
  for (size_t n = 0; n < count; n += 1) { free(writes[n].before); free(writes[n].after); }
  count = 0;
  return 0;
}

// Writes the first sectors, or each sector by chance. Does not write the superblock.
static void tear(const struct unflushed *torn) {
  if (torn->at == SUPERBLOCK_AT) return;
  size_t sectors = torn->length / SECTOR;
  size_t first = sectors ? random_number() % sectors : 0;
  int is_prefix = random_number() % 2;
  for (size_t n = 0; n < sectors; n += 1)
    if (is_prefix ? n < first : random_number() % 2)
      write_image(torn->after + n * SECTOR, SECTOR, torn->at + (off_t)(n * SECTOR));
}

static void disk_destroy(void *data) {
  (void)data;
  unsigned long kept = 0, gone = 0, torn = 0;
  if (is_cut) {
    for (size_t n = count; n-- > 0;) write_image(writes[n].before, writes[n].length, writes[n].at);
    // One power loss in five loses all writes. One in five keeps all but the last write, which is torn. In the others chance
    // decides for each write.
    unsigned extent = random_number() % 5;
    for (size_t n = 0; n < count; n += 1) {
      int is_last = n + 1 == count;
      unsigned fate = extent == 0 ? 0 : extent == 1 ? (is_last ? 2 : 1) : random_number() % 3;
      if (fate == 0) gone += 1;
      else if (fate == 1) { kept += 1; write_image(writes[n].after, writes[n].length, writes[n].at); }
      else { torn += 1; tear(&writes[n]); }
    }
  }
  FILE *report = fopen(report_path, "w");
  if (report == NULL) { perror(report_path); return; }
  fprintf(report, "{\"kept\":%lu,\"gone\":%lu,\"torn\":%lu}\n", kept, gone, torn);
  fclose(report);
}

static int disk_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t at, struct fuse_file_info *info, enum fuse_readdir_flags flags) {
  (void)path; (void)at; (void)info; (void)flags;
  fill(buffer, "disk", NULL, 0, 0);
  return 0;
}

static const struct fuse_operations operations = {
  .getattr = disk_getattr, .open = disk_open, .read = disk_read, .write = disk_write,
  .fsync = disk_fsync, .readdir = disk_readdir, .destroy = disk_destroy,
};

int main(int argc, char **argv) {
  struct stat found;
  if (argc != 5) return 2;
  image = open(argv[1], O_RDWR);
  if (image < 0 || fstat(image, &found) < 0) { perror(argv[1]); return 2; }
  image_size = found.st_size;
  state = strtoull(argv[3], NULL, 10) * 2654435761u + 88172645463325252ull;
  for (int n = 0; n < 16; n += 1) random_number();
  report_path = argv[4];
  // The process ends with its parent, and ignores Ctrl-C. The next run removes what is left.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int ending = 0; ending < 3; ending += 1) signal((int[]){ SIGINT, SIGTERM, SIGHUP }[ending], SIG_IGN);
  signal(SIGUSR1, on_cut);
  signal(SIGUSR2, on_arm);
  // FUSE runs in the foreground and takes one request at a time.
  char *arguments[] = { argv[0], "-f", "-s", argv[2], NULL };
  return fuse_main(4, arguments, &operations, NULL);
}
