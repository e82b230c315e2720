/** The same bars as in the page's HTML, so that nothing jumps while code or session arrive. */
export function PageSkeleton() {
  return (
    <div className="skeleton" role="status" aria-label="Windlass">
      <i />
      <i />
      <i />
    </div>
  )
}
