/** Whether another attempt may help after this status; servers give it as the code of an error in a stream, too. */
export function isTransientStatus(status: number): boolean {
  return [408, 409, 425, 429].includes(status) || (status >= 500 && status <= 599)
}

/** Whether the account is used up: that looks like one that is too busy, but waiting does not help. */
export function isUsedUp(said: string): boolean {
  return said.includes('insufficient_quota')
}
