import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startService } from '../support/running-service.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';
import { Load } from './load.ts';
import { findViolations } from './oracle.ts';
import { CAN_LOSE_POWER } from './power-loss/power-loss.ts';

/**
 * A file at FAILING_SYNC makes the next fsync of a log fail as on a faulty disk, once: after two failures the logs opened last may have the
 * numbers of the first.
 */
const FAILING_DISK = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int fails(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 7) return 0;
  path[length] = 0;
  return strcmp(path + length - 7, ".db-wal") == 0 && unlink(getenv("FAILING_SYNC")) == 0;
}
int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  if (fails(fd)) { errno = EIO; return -1; }
  return real(fd);
}
int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  if (fails(fd)) { errno = EIO; return -1; }
  return real(fd);
}
`;

/** The file descriptors of the logs a process has open: it closes the old ones only after it has opened the new ones. */
function openLogs(pid: number | undefined): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => isLog(`${folder}/${name}`));
}

function isLog(link: string): boolean {
  try {
    return readlinkSync(link).endsWith('.db-wal');
  } catch {
    return false;
  }
}

test.skipIf(!CAN_LOSE_POWER)(
  'after an error of the disk under the log the database is opened anew, and nothing acknowledged is lost',
  async () => {
    using workplace = new Workplace({ env: { LOG_LEVEL: 'info' } });
    await workplace.addCampaign();
    const failing = `${workplace.folder}/failing`;
    const library = `${workplace.folder}/failing-disk.so`;
    writeFileSync(`${workplace.folder}/failing-disk.c`, FAILING_DISK);
    execFileSync('gcc', ['-shared', '-fPIC', '-o', library, `${workplace.folder}/failing-disk.c`, '-ldl']);
    await using service = await startService(workplace.folder, { ...workplace.env, LD_PRELOAD: library, FAILING_SYNC: failing });
    const load = new Load(SECRETS.FORMULARIO_SECRET);
    const sending = new AbortController();
    const sent = load.run(service.url, sending.signal);
    await load.acknowledgements(50);
    const before = openLogs(service.process.pid);
    writeFileSync(failing, '');
    expect(JSON.parse((await load.refusal()).text)).toMatchObject({ code: 'store_unavailable' });
    await load.acknowledgements(50);
    sending.abort();
    await sent;
    expect(openLogs(service.process.pid)).not.toEqual(before);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(findViolations(workplace.databasePath, load.acknowledged, { drained: false })).toEqual([]);
  },
);
