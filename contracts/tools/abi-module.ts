import type { BuiltContract } from './build-contracts.ts'

export type GeneratedFile = {
  /** From the root of the repository, with `/`. */
  readonly file: string
  readonly text: string
}

/** The TypeScript module with a contract's ABI and creation code. */
export function abiModule({ name, abi, bytecode }: BuiltContract): GeneratedFile {
  const kebab = name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
  const camel = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
  const entries = abi.map((entry) => `  ${JSON.stringify(withoutInternalTypes(entry))},\n`).join('')
  return {
    file: `packages/export/src/abi/${kebab}.generated.ts`,
    text: `// Generated from contracts/src/${name}.sol by \`pnpm generate\`.

/** ABI of {@link ${camel}Bytecode}. */
export const ${camel}Abi = [
${entries}] as const

/** Creation code of \`${name}\`. */
export const ${camel}Bytecode: \`0x\${string}\` =
  '${bytecode}'
`,
  }
}

/** Names of Solidity's own types are of no use to clients. */
function withoutInternalTypes(entry: unknown): unknown {
  return JSON.parse(JSON.stringify(entry, (key, value: unknown) => (key === 'internalType' ? undefined : value)))
}
