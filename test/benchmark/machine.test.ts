import { describe, expect, test } from 'vitest';
import { mountedType } from '../../src/benchmark/machine.ts';

describe('the file system of a path', () => {
  const MOUNTS = [
    '21 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
    '22 21 0:20 / /tmp rw,nosuid shared:5 - tmpfs tmpfs rw',
    '23 21 8:1 / /mnt/big\\040disk rw - xfs /dev/sda1 rw',
    '24 21 8:2 / /data rw - ext4 /dev/sdb1 rw',
    '25 24 8:3 / /data rw - btrfs /dev/sdc1 rw',
    '',
  ].join('\n');

  test.each([
    ['/', 'ext4'],
    ['/var/lib', 'ext4'],
    ['/tmp', 'tmpfs'],
    ['/tmp/deep/er', 'tmpfs'],
    ['/tmpfiles', 'ext4'],
    ['/mnt/big disk/x', 'xfs'],
    ['/data/x', 'btrfs'],
  ])('%s is on %s', (path, expected) => {
    expect(mountedType(MOUNTS, path)).toBe(expected);
  });

  test('is not known without mounts', () => {
    expect(mountedType('', '/x')).toBeUndefined();
  });
});
