type BrokenFile = {
  readonly path: string
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** A module that was left alone, and what to do about it. */
export function brokenLines({ path, code, message, hint }: BrokenFile): readonly string[] {
  const [first = '', ...rest] = message.split('\n')
  return [
    `broken     ${code}  ${first.includes(path) ? '' : `${path}: `}${first}`,
    ...rest.map((line) => `           ${line}`),
    ...(hint === undefined ? [] : [`           → ${hint}`]),
  ]
}
