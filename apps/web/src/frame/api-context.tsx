import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InputOf, OperationName, OutputOf } from '@datacortex/space'
import { createContext, use } from 'react'
import type { Api } from '../api/call.ts'

export const ApiContext = createContext<Api | undefined>(undefined)

export function useApi(): Api {
  const api = use(ApiContext)
  if (api === undefined) throw new Error('Nobody is signed in.')
  return api
}

type AnswerOptions = { readonly enabled?: boolean; readonly keeps?: boolean }

/** What an operation answers, kept for as long as it is shown. `keeps`: shows the former answer until the next is there. */
export function useAnswer<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  { enabled = true, keeps = false }: AnswerOptions = {},
): UseQueryResult<OutputOf<Name>> {
  const { call } = useApi()
  return useQuery({
    queryKey: [name, input],
    queryFn: async ({ signal }) => await call(name, input, { signal }),
    enabled,
    ...(keeps ? { placeholderData: keepPreviousData } : {}),
  }) as UseQueryResult<OutputOf<Name>>
}
