/** Whether an optional text says something: in ProtoJSON null and the empty text stand for nothing. */
export function isGiven<T extends string>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null && value !== ''
}
