const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?$/;

/** A time of the export in ISO 8601 with its offset. One that is written in another way stays as it is: a guess may be months wrong. */
export function submitTime(text: string, timeZone: string): string {
  const [, ...parts] = LOCAL_TIME.exec(text) ?? [];
  if (parts.length === 0) return text;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  return new Date(asUtc - offsetMs(asUtc, timeZone)).toISOString();
}

/** By how much local time is ahead of UTC. Around a change of the clocks it may be an hour off. */
function offsetMs(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' });
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(format.formatToParts(at).find((one) => one.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - at;
}
