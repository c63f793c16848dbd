const pattern = /^\..*\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

export function temporaryName(name: string, id: string): string {
  // The start of the name is for people; the whole must stay below 255 bytes in any script.
  return `.${name.slice(0, 40)}.${id}.tmp`
}

/** Whether a file is a temporary one of `writeFileAtomically`. `name`: name without folders. */
export function isTemporaryName(name: string): boolean {
  return pattern.test(name)
}
