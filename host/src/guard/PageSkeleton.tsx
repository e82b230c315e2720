/** The same bars as in the page's HTML, so that nothing jumps while code or session arrive. */
export function PageSkeleton() {
  return (
    <output className="skeleton" aria-label="Windlass">
      <i />
      <i />
      <i />
    </output>
  )
}
