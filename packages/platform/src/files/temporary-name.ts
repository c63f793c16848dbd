const pattern = /^\..*\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

export function temporaryName(name: string, id: string): string {
  // The start of the name is for people; the whole must stay below 255 bytes in any script.
  return `.${name.slice(0, 40)}.${id}.tmp`
}

/** Whether a file is a temporary one of `writeFileAtomically`. `name`: name without folders. */
export function isTemporaryName(name: string): boolean {
  return pattern.test(name)
}

/** Of names without folders those of temporary files for `target`, or for one whose first 40 characters are its. */
export function temporariesOf(target: string, names: readonly string[]): readonly string[] {
  const start = temporaryName(target, '').slice(0, -'.tmp'.length)
  return names.filter((name) => name.startsWith(start) && isTemporaryName(name))
}
