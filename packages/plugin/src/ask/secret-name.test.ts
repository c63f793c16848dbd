import { expect, test } from 'vitest'
import { SecretName } from './secret-name.ts'

test('the name of a secret', () => {
  expect(SecretName.parse('OPENAI_API_KEY')).toBe('OPENAI_API_KEY')
})

test.each(['planted-secret', 'Planted', '1_KEY', `A${'B'.repeat(100)}`])(
  '%j is no name, and is not repeated',
  (text) => {
    const { error } = SecretName.safeParse(text)
    expect(error?.issues[0]?.message).toBe('must be the name of a secret such as SERVICE_KEY, not the secret itself')
    expect(JSON.stringify(error?.issues)).not.toContain(text)
  },
)
