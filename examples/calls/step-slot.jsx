// #region slot
import { FanfareProvider, StepBlocks, StepSlot } from "@fanfare/sdk/react";

function Tours() {
  return (
    <StepSlot>
      {({ title, blocks, progress, buttons, close, again, anchor }) => (
        <article className="my-card" data-arrow={anchor?.edge}>
          <h2>{title}</h2>
          <StepBlocks blocks={blocks} />
          {again && (
            <label>
              <input type="checkbox" checked={again.checked} onChange={again.toggle} /> {again.label}
            </label>
          )}
          <p>{progress}</p>
          {buttons.map(({ label, press }) => (
            <button key={label} type="button" onClick={press}>
              {label}
            </button>
          ))}
          <button type="button" onClick={close.press}>
            {close.label}
          </button>
        </article>
      )}
    </StepSlot>
  );
}
// #endregion slot

export function renderTours({ root, fanfare, App }) {
  // #region render
  root.render(
    <FanfareProvider fanfare={fanfare}>
      <App />
      <Tours />
    </FanfareProvider>,
  );
  // #endregion render
}
