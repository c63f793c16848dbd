/** A time to the minute where the reader is, as `--since` reads it. */
export function localTime(at: Date | string): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return String(at)
  const [year, month, day, hours, minutes] = [
    String(time.getFullYear()).padStart(4, '0'),
    ...[time.getMonth() + 1, time.getDate(), time.getHours(), time.getMinutes()].map((amount) =>
      String(amount).padStart(2, '0'),
    ),
  ]
  return `${year}-${month}-${day} ${hours}:${minutes}`
}
