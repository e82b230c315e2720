import type { SelectProps } from 'antd'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { groupByTag, type Tagged, taggedLabel } from './groupByTag.ts'
import type { Loadable } from './Loadable.ts'
import { useErrorText } from './useErrorText.ts'
import { useUiText } from './useUiText.ts'

/** Stands in the list for several at once; ids are numbers, so the two cannot be mistaken for each other. */
const EVERYTHING = 'all'
const TAG = 'tag:'

interface Option {
  value: string | number
  /** What stands in the field once it is chosen. */
  label: string
  /** What typed text is looked for in. */
  search: string
  disabled?: boolean
}

interface OptionGroup {
  label: string
  search: string
  options: Option[]
}

interface Common
  extends Pick<SelectProps, 'id' | 'className' | 'style' | 'disabled' | 'placeholder' | 'size' | 'status'> {
  'aria-label'?: string
  autoFocus?: boolean
  allowClear?: boolean
  things: readonly Tagged[]
  of: Loadable
  /** What to do when there is nothing to choose from. */
  empty?: ReactNode
}

interface Single {
  mode?: undefined
  value?: number | undefined
  onChange?: (id: number | undefined) => void
}

interface Multiple {
  mode: 'multiple'
  value?: readonly number[]
  onChange?: (ids: number[]) => void
}

/** What a choice among tagged things takes. */
export type TaggedSelectProps = Common & (Single | Multiple)

/** A choice among things that have tags: by name, description or hint, with all of one tag by a single stroke. */
export function TaggedSelect({ things, of, empty, mode, value, onChange, ...rest }: TaggedSelectProps) {
  const { t } = useUiText()
  const chosen = mode === 'multiple' ? (value ?? []) : value === undefined ? [] : [value]
  const options = useOptions(things, chosen, mode === 'multiple', of.data !== undefined)
  const shared = {
    ...rest,
    ...(of.error && of.data === undefined && { status: 'error' as const }),
    options,
    loading: of.isFetching && of.data === undefined,
    placeholder: rest.placeholder ?? t('pick.placeholder'),
    popupMatchSelectWidth: false,
    classNames: { popup: { root: 'wl-pick' } },
    notFoundContent: <NothingToPick of={of} hasThings={things.length > 0} empty={empty} />,
    showSearch: { filterOption: isFound },
    optionRender: drawRow(things),
  }
  if (mode !== 'multiple') {
    const handleChange = (id: string | number | undefined) => onChange?.(typeof id === 'number' ? id : undefined)
    // What is not there any more is shown by its number, not as a choice that could be made.
    return <Select<string | number> {...shared} value={value} onChange={handleChange} />
  }
  const handleChange = (values: (string | number)[]) => onChange?.(expand(values, chosen, things))
  return (
    <Select<(string | number)[]>
      {...shared}
      mode="multiple"
      value={[...chosen]}
      onChange={handleChange}
      maxTagCount={12}
    />
  )
}

/** Takes the rows that stand for several apart: all of them are added, or taken away when all were there. */
function expand(values: readonly (string | number)[], before: readonly number[], things: readonly Tagged[]): number[] {
  const many = values.find((value) => typeof value === 'string')
  if (many === undefined) return values.filter((value) => typeof value === 'number')
  const isMeant = ({ tags }: Tagged) => many === EVERYTHING || tags.some((tag) => TAG + tag === many)
  const ids = things.filter(isMeant).map(({ id }) => id)
  const isWhole = ids.every((id) => before.includes(id))
  return isWhole ? before.filter((id) => !ids.includes(id)) : [...new Set([...before, ...ids])]
}

const isFound = (typed: string, option?: { [name: string]: unknown }): boolean => {
  const text = String(option?.['search'] ?? '')
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function useOptions(things: readonly Tagged[], chosen: readonly number[], isMultiple: boolean, isLoaded: boolean) {
  const { t } = useUiText()
  const groups = groupByTag(things)
  const hasTags = groups.some(({ tag }) => tag !== '')
  const many = (value: string, label: string, search: string): Option => ({ value, label, search })
  const options = groups.flatMap(({ tag, ids, listed }): (Option | OptionGroup)[] => {
    const own = listed.map(optionOf)
    if (!hasTags) return own
    if (tag === '') return [{ label: t('pick.withoutTag'), search: '', options: own }]
    const whole = many(TAG + tag, t('pick.allOf', { tag, number: ids.length }), tag.toLowerCase())
    return [{ label: tag, search: '', options: isMultiple ? [whole, ...own] : own }]
  })
  const everything = many(EVERYTHING, t('pick.all', { number: things.length }), '')
  const isKnown = (id: number) => things.some((thing) => thing.id === id)
  const gone = chosen
    .filter((id) => isLoaded && !isKnown(id))
    .map((id): Option => ({ value: id, label: t('pick.gone', { id }), search: '', disabled: true }))
  return [...(isMultiple && things.length > 1 ? [everything] : []), ...options, ...gone]
}

const optionOf = (thing: Tagged): Option => ({
  value: thing.id,
  label: taggedLabel(thing),
  search: [thing.name, thing.description, thing.hint, ...thing.tags].join('\n').toLowerCase(),
})

/** Options are told apart by their value: a number is a thing, a text stands for several. */
const drawRow =
  (things: readonly Tagged[]) =>
  ({ value, label }: { value?: string | number | null; label?: ReactNode }) => (
    <Row label={label} thing={things.find(({ id }) => id === value)} isMany={typeof value === 'string'} />
  )

function Row({ label, thing, isMany }: { label: ReactNode; thing: Tagged | undefined; isMany: boolean }) {
  if (!thing) return <span className={isMany ? 'wl-pick-many' : undefined}>{label}</span>
  return (
    <span className="wl-pick-row">
      <span className="wl-pick-name">{label}</span>
      {thing.hint && <span className="wl-faint">{thing.hint}</span>}
      {thing.tags.length > 0 && <span className="wl-pick-tags">{thing.tags.join(' · ')}</span>}
    </span>
  )
}

function NothingToPick({ of, hasThings, empty }: { of: Loadable; hasThings: boolean; empty: ReactNode }) {
  const { t } = useUiText()
  const errorText = useErrorText()
  if (of.data === undefined && of.error) {
    return (
      <div className="wl-pick-nothing" role="alert">
        <p>{errorText(of.error).text}</p>
        <Button size="small" loading={of.isFetching} onClick={() => void of.refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  }
  if (of.data === undefined) return <div className="wl-pick-nothing">{t('loading')}</div>
  return <div className="wl-pick-nothing">{hasThings ? t('filteredOut.title') : (empty ?? t('empty.title'))}</div>
}
