import { useSearchParams } from 'react-router-dom'

type Values<Defaults> = { readonly [Name in keyof Defaults]: string }

/**
 * State of a page that survives a refresh and can be sent to somebody: each name is a parameter of the address.
 * `change` replaces the current entry of the history, `visit` adds one, so that Back closes what was opened.
 */
export function useUrlState<Defaults extends Readonly<Record<string, string>>>(defaults: Defaults) {
  const [parameters, setParameters] = useSearchParams()
  // One value for each key of `defaults`, which is what the type says.
  const values = Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, parameters.get(name) ?? fallback]),
  ) as Values<Defaults>

  const set = (patch: Partial<Values<Defaults>>, replace: boolean) => {
    const next = new URLSearchParams(parameters)
    for (const [name, value] of Object.entries(patch)) {
      // Defaults are left out, so that the plain page has the plain address.
      if (value === undefined || value === defaults[name]) next.delete(name)
      else next.set(name, value)
    }
    setParameters(next, { replace })
  }

  return {
    values,
    change: (patch: Partial<Values<Defaults>>) => set(patch, true),
    visit: (patch: Partial<Values<Defaults>>) => set(patch, false),
  }
}
