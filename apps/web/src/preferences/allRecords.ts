import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Records, readAgain } from './records.js'

/** Those of several tables, each with its name there; undefined until all are read. */
export function useAllRecords<Value>(
  tables: Readonly<Record<string, Records<Value>>>,
): { kind: string; name: string; value: Value }[] | undefined {
  const queries = useQueryClient()
  useEffect(() => {
    const stops = Object.values(tables).map(({ kind }) =>
      readAgain(queries, kind),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries, tables])
  const { data } = useQuery({
    queryKey: ['records', ...Object.values(tables).map(({ kind }) => kind)],
    queryFn: async () => {
      const lists = Object.entries(tables).map(async ([kind, records]) =>
        (await records.list()).map((one) => ({ kind, ...one })),
      )
      return (await Promise.all(lists)).flat()
    },
    staleTime: 0,
  })
  return data
}
