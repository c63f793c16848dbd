/**
 * A default time limit, longer where the machine is known to be slow or busy: times `DATACORTEX_PATIENCE`.
 * @param ms - The limit on an ordinary machine, in milliseconds. What a user set is meant as it is: do not pass it.
 * @returns Milliseconds: `ms`, or the product where the variable is a number from 1 to 1,000.
 * @example const { timeoutMs = patientLimit(5000) } = options
 */
export function patientLimit(ms: number): number {
  const factor = Number(process.env['DATACORTEX_PATIENCE'])
  return factor >= 1 && factor <= 1000 ? ms * factor : ms
}
