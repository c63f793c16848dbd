import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findChain, inOrder } from './find-chain.ts'
import { foldCase } from './fold-case.ts'
import { compileLinear } from './linear-regex.ts'
import { readPattern } from './read-pattern.ts'

test.each([
  [
    'create.*Space',
    { required: [['create'], ['space']], specificity: 11, chains: [['create', 'space']], certain: true },
  ],
  ['a|.*b.*', { required: [['a', 'b']], specificity: 1, chains: [['a'], ['b']], certain: true }],
  ['(new|fresh) space', { required: [['new', 'fresh'], [' space']], specificity: 9, chains: undefined, certain: true }],
  ['reports?', { required: [['report']], specificity: 6, chains: undefined, certain: true }],
  ['(?i)^dip-\\d{4}$', { required: [['dip-']], specificity: 4, chains: undefined, certain: false }],
  ['(a|b?)c', { required: [['c']], specificity: 1, chains: undefined, certain: true }],
  ['x+(?:yz)*', { required: [['x']], specificity: 1, chains: undefined, certain: true }],
  ['.*', { required: [], specificity: 0, chains: undefined, certain: true }],
])('%j', (pattern, shape) => {
  expect(readPattern(pattern)).toMatchObject(shape)
})

test.each(['a(?=b)', '(a)\\1', '([', '*a', 'a**', '\\', 'a)', '(a', 'x{3', '[[:alpha:]]', '\\p{L}', 'a(?i)b'])(
  '%j is left to the engine',
  (pattern) => {
    expect(readPattern(pattern)).toMatchObject({ required: [], certain: false })
  },
)

// Characters that mean something, that fold oddly, and that are none of this.
const atom = fc.constantFrom(...'abkKsSſßẞςσΣıİé'.split(''), '😀', '.', '\\.', '\\d', '\\b', '[a-z]', '[^b]', ' ', '_')
const repeat = fc.constantFrom('', '', '', '', '*', '+', '?', '*?', '{2}', '{0,2}')
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie('piece'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((branches) => branches.map((pieces) => pieces.join('')).join('|')),
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(atom, repeat).map((parts) => parts.join('')),
    fc.constant('.*'),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?P<n>'), tie('pattern'), repeat)
      .map(([open, inner, count]) => `${open}${inner})${count}`),
    fc.constantFrom('^', '$', '(?=a)', '(?i)'),
  ),
}))
const text = fc
  .array(fc.constantFrom(...'abkKKsSſßẞςσΣıİéd1 _.\n'.split(''), '😀'), { maxLength: 12 })
  .map((parts) => parts.join(''))

test('what the shape says is true for the engine', () => {
  const property = fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 8 }), (expression, texts) => {
    const shape = readPattern(expression)
    const regex = compileLinear(expression)
    if (!regex.ok) return !shape.certain
    return texts.every((one) => {
      const folded = foldCase(one)
      const matches = regex.first(one) !== undefined
      const hasRequired = inOrder(shape.required, folded)
      const hasChain = shape.chains?.some((chain) => findChain(chain, { text: one, folded }) !== undefined)
      return (hasRequired || !matches) && (hasChain ?? matches) === matches
    })
  })
  expect(
    fc.check(property, { numRuns: Number(process.env['RUNS'] ?? (process.env['LONG'] === undefined ? 500 : 2000)) })
      .counterexample,
  ).toBeNull()
})
