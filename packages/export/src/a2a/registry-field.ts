/** The registry field behind a field of a card, and what to do about it. */
export function registryField(path: readonly PropertyKey[]): { readonly field: string; readonly hint: string } {
  const [first, second, third] = path
  switch (first) {
    case 'name':
    case 'description':
    case 'version':
      return own(first)
    case 'skills':
      return own(
        `skills${typeof second === 'number' ? `[${second}]` : ''}${typeof third === 'string' ? `.${third}` : ''}`,
      )
    case 'documentationUrl':
    case 'iconUrl':
      return own(`x-a2a.${first}`)
    case 'provider':
      return own('x-a2a.provider')
    default:
      // What the endpoint is and can do is said by whoever publishes, not by the registry.
      return { field: typeof first === 'string' ? first : 'card', hint: 'Correct the options of the export.' }
  }
}

function own(field: string): { readonly field: string; readonly hint: string } {
  return { field, hint: `Fill in or correct \`${field}\` of the agent in agents.yaml.` }
}
