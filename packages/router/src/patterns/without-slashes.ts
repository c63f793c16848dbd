/** A pattern as it is meant that was written as JavaScript and Perl write one, such as `/deploy|release/i`. */
export function withoutSlashes(written: string): { readonly pattern: string; readonly isBetweenSlashes: boolean } {
  const [, inner = '', flags = ''] = /^\/((?:\\.|[^\\/\n])+)\/([dgimsuvy]*)$/.exec(written) ?? []
  if (flags !== '') return { pattern: flags.includes('s') ? `(?s)${inner}` : inner, isBetweenSlashes: false }
  return { pattern: written, isBetweenSlashes: /[\\^$*+?()[\]{}|]/.test(inner) }
}
