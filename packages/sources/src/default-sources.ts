/**
 * The source that every space has. Those that modules bring come beside it, and an entry of the same name in
 * `sources.yaml` wins, field by field.
 * @see DIP-0021 §3.6
 */
export const defaultSources: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  datacortex: {
    type: 'internal',
    description: 'Semantic search over the notes of this space',
    tool: 'datacortex search',
    layers: ['search', 'research'],
    content_type: 'documents',
    always_available: true,
  },
}
