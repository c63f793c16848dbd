/** A pattern compiled: `*`, `?` within a name, `**` over folders; without `/` at any depth. Steps are bounded. */
export function namePattern(pattern: string): (path: string) => boolean {
  const plain = pattern.trim().normalize('NFC').replace(/^\.\//, '')
  const parts = plain.split('/').filter((part) => part !== '' && part !== '.')
  const isName = parts.length === 1 && !plain.startsWith('/')
  // `a/**` means what is in it, which is what `a` means for files.
  const wanted = [...(isName ? ['**'] : []), ...parts, ...(parts.at(-1) === '**' ? [] : ['**'])]
  return (path) => isLike(path.normalize('NFC').split('/'), wanted, { isAny: isFolders, isSame: isNameLike })
}

type Signs = {
  readonly isAny: (sign: string) => boolean
  readonly isSame: (one: string, sign: string) => boolean
}

const isFolders = (part: string): boolean => part === '**'

function isNameLike(name: string, pattern: string): boolean {
  if (!/[*?]/.test(pattern)) return name === pattern
  return isLike(Array.from(name), Array.from(pattern), {
    isAny: (sign) => sign === '*',
    isSame: (letter, sign) => sign === '?' || letter === sign,
  })
}

/** Only the last sign that stands for any number is ever tried again: what came before it need not be found elsewhere. */
function isLike(given: readonly string[], wanted: readonly string[], { isAny, isSame }: Signs): boolean {
  let at = 0
  let sign = 0
  let last: { readonly sign: number; readonly at: number } | undefined
  while (at < given.length) {
    const one = given[at] ?? ''
    const pattern = wanted[sign]
    if (pattern !== undefined && isAny(pattern)) {
      last = { sign, at }
      sign += 1
    } else if (pattern !== undefined && isSame(one, pattern)) {
      at += 1
      sign += 1
    } else if (last === undefined) return false
    else {
      last = { sign: last.sign, at: last.at + 1 }
      at = last.at
      sign = last.sign + 1
    }
  }
  return wanted.slice(sign).every(isAny)
}
