/**
 * A pattern as it is meant that was written as JavaScript and Perl write one, such as `/deploy|release/i`. Without letters behind
 * it the slashes may be those of a path, as in `/docs/`.
 *
 * @returns The pattern, and whether it has slashes around it that look like marks of a pattern and count all the same.
 * @example withoutSlashes('/deploy|release/i').pattern // 'deploy|release'
 */
export function withoutSlashes(written: string): { readonly pattern: string; readonly isBetweenSlashes: boolean } {
  const [, inner = '', flags = ''] = /^\/((?:\\.|[^\\/\n])+)\/([dgimsuvy]*)$/.exec(written) ?? []
  if (flags !== '') return { pattern: flags.includes('s') ? `(?s)${inner}` : inner, isBetweenSlashes: false }
  return { pattern: written, isBetweenSlashes: /[\\^$*+?()[\]{}|]/.test(inner) }
}
