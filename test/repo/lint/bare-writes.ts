/**
 * Refuses to change files but through `platform`, which follows no link below a space: imports of what writes, and `open`
 * with flags that write.
 */

type Node = {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly source?: Node
  readonly specifiers?: readonly (Node & { readonly imported?: Node; readonly local?: Node })[]
  readonly importKind?: string
  readonly callee?: Node
  readonly arguments?: readonly Node[]
}
type Context = { readonly report: (problem: { readonly node: Node; readonly message: string }) => void }

const writing =
  /^(?:appendFile|chmod|chown|copyFile|cp|createWriteStream|fchmod|fchown|ftruncate|futimes|lchmod|lchown|link|lutimes|mkdir|mkdtemp|mkdtempDisposable|rename|rm|rmdir|symlink|truncate|unlink|utimes|writeFile)(?:Sync)?$/
const files = /^(?:node:)?fs(?:\/promises)?$/
const databases = /^(?:node:)?sqlite$/
const readingFlags = /^(?:r|rs|sr)$/
const writingConstants = /O_(?:WRONLY|RDWR|CREAT|APPEND|TRUNC)|RDWR/
const advice = 'Change files through packages/platform, which follows no link below a space.'

const rule = {
  create(context: Context & { readonly sourceCode: { readonly getText: (node: Node) => string } }) {
    const opens = new Set<string>()
    return {
      ImportDeclaration(node: Node) {
        const from = String(node.source?.value)
        if (node.importKind === 'type' || !(files.test(from) || databases.test(from))) return
        for (const one of node.specifiers ?? []) {
          if (one.importKind === 'type') continue
          const name = one.type === 'ImportSpecifier' ? (one.imported?.name ?? '') : '*'
          if (databases.test(from)) context.report({ node: one, message: `${from} opens paths itself. ${advice}` })
          else if (name === '*' || writing.test(name))
            context.report({ node: one, message: `${name} of ${from}. ${advice}` })
          if (name === 'open' || name === 'openSync') opens.add(one.local?.name ?? name)
        }
      },
      ImportExpression(node: Node) {
        const from = String(node.source?.value)
        if (files.test(from) || databases.test(from)) context.report({ node, message: `${from}. ${advice}` })
      },
      CallExpression(node: Node) {
        if (node.callee?.type !== 'Identifier' || !opens.has(node.callee.name ?? '')) return
        const flags = node.arguments?.[1]
        if (flags === undefined) return
        const isWriting =
          typeof flags.value === 'string'
            ? !readingFlags.test(flags.value)
            : writingConstants.test(context.sourceCode.getText(flags))
        if (isWriting) context.report({ node, message: `It is opened to be written. ${advice}` })
      },
    }
  },
}

// A plugin of the linter is a default export.
// oxlint-disable-next-line import/no-default-export
export default { meta: { name: 'datacortex' }, rules: { 'bare-writes': rule } }
