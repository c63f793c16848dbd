import { redact } from '@datacortex/errors'

/** A source that took no part, or an address that was not read, and why. */
type Skipped = { readonly source: string; readonly reason: string }

/**
 * Sources that took no part, those of one reason on one line, and addresses that were not read, one on a line.
 * @example skippedRows([{ source: 'exa', reason: 'it is disabled in sources.yaml' }]) // [['skipped', 'exa: it is …']]
 */
export function skippedRows(skipped: readonly Skipped[]): readonly (readonly [string, string])[] {
  return [...sourceRows(skipped.filter((one) => !isAddress(one))), ...skipped.filter(isAddress).map(addressRow)]
}

function isAddress({ source }: Skipped): boolean {
  return /^https?:\/\//i.test(source)
}

/** Most reasons name the address themselves. */
function addressRow({ source, reason }: Skipped): readonly [string, string] {
  const address = redact(source)
  return ['skipped', reason.includes(address) ? reason : `${address}: ${reason}`]
}

function sourceRows(skipped: readonly Skipped[]): readonly (readonly [string, string])[] {
  const groups = Map.groupBy(skipped, ({ reason }) => (keyOf(reason) === undefined ? readable(reason) : ''))
  return [...groups].map(([reason, sources]) => {
    const names = sources.map(({ source }) => source).join(', ')
    if (reason !== '') return ['skipped', `${names}: ${reason}`]
    const keys = sources.flatMap((one) => keyOf(one.reason) ?? [])
    return ['skipped', `${names}: ${keys.length === 1 ? 'its key is' : 'their keys are'} missing: ${keys.join(', ')}`]
  })
}

function keyOf(reason: string): string | undefined {
  return /its key is missing: write it to (\S+)/.exec(reason)?.[1]
}

/** Of an address that a program made, people want to know the host. */
function readable(reason: string): string {
  return reason.replaceAll(/https?:\/\/([^/\s]+)\/\S*\?\S*?(?=[.,:;]?(?:\s|$))/g, '$1')
}
