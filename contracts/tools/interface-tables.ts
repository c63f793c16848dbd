import { type Abi, parseAbiItem, toEventSelector, toFunctionSelector } from 'viem'
import { formatAbiItem, formatAbiParams } from 'viem/utils'
import type { BuiltContract } from './build-contracts.ts'
import { coveringTests } from './covering-tests.ts'
import { type InterfaceEntry, deployedInterface, standardInterface } from './standard-interface.ts'

export type InterfaceRow = {
  readonly kind: 'constructor' | 'function' | 'event' | 'error'
  /** As in `register(string)`. */
  readonly signature: string
  /** Selector or first topic. */
  readonly selector: string
  readonly from: 'ERC-8004' | 'as deployed' | 'OpenZeppelin'
  /** Markdown; empty if there is none. */
  readonly test: string
}

/** OpenZeppelin declares them for others. */
const neverEmitted = ['BatchMetadataUpdate(uint256,uint256)', 'EIP712DomainChanged()']

export function interfaceRows({ name, abi }: BuiltContract): readonly InterfaceRow[] {
  const tests = coveringTests()
  const rows = abi
    .filter((entry) => entry.type !== 'fallback' && entry.type !== 'receive')
    .map((entry): InterfaceRow => {
      const signature = signatureOf(entry)
      const test = tests.get(`${name}.${signature}`)
      return {
        kind: entry.type,
        signature,
        selector: selectorOf(entry, signature),
        from: originOf(name, signature),
        test:
          test === undefined
            ? neverEmitted.includes(signature)
              ? 'never emitted'
              : ''
            : `[${test.name}](${test.file})`,
      }
    })
  const kinds = ['constructor', 'function', 'event', 'error']
  return rows.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

export function interfaceTables(contracts: readonly BuiltContract[]): string {
  return contracts
    .map((contract) => {
      const rows = interfaceRows(contract)
      const parts = rows.filter(({ kind }) => kind !== 'error')
      const errors = rows.filter(({ kind }) => kind === 'error')
      return [
        `### ${contract.name}`,
        table(['function or event', 'selector or topic', 'from', 'test'], parts.map(partCells)),
        table(
          ['custom error', 'selector'],
          errors.map(({ signature, selector }) => [`\`${signature}\``, `\`${selector}\``]),
        ),
      ].join('\n\n')
    })
    .join('\n\n')
}

function partCells({ kind, signature, selector, from, test }: InterfaceRow): readonly string[] {
  const title = kind === 'event' ? `event \`${signature}\`` : `\`${signature}\``
  return [title, selector === '' ? '' : `\`${selector}\``, from, test]
}

/** `name(types)`, a tuple as the list of its types. */
function signatureOf(entry: Abi[number]): string {
  return entry.type === 'constructor' ? `constructor(${formatAbiParams(entry.inputs)})` : formatAbiItem(entry)
}

function selectorOf({ type }: Abi[number], signature: string): string {
  if (type === 'constructor') return ''
  return type === 'event' ? toEventSelector(signature) : toFunctionSelector(signature)
}

function originOf(contract: string, signature: string): InterfaceRow['from'] {
  const isIn = (list: Readonly<Record<string, readonly InterfaceEntry[]>>): boolean =>
    (list[contract] ?? []).some(([declaration]) => signatureOf(parseAbiItem(declaration)) === signature)
  if (isIn(standardInterface)) return 'ERC-8004'
  return isIn(deployedInterface) ? 'as deployed' : 'OpenZeppelin'
}

/** With cells of one width, as the formatter wants them. */
function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) => Math.max(...[columns, ...rows].map((row) => row[index]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  return [line(columns), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n')
}
