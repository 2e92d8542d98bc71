export function isTangled(values: readonly number[]): number {
  if (values[0] === 0) {
    if (values[1] === 1) {
      if (values[2] === 2) {
        if (values[3] === 3) {
          if (values[4] === 4) {
            if (values[5] === 5) {
              if (values[6] === 6) {
                if (values[7] === 7) {
                  if (values[8] === 8) {
                    return 1;
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  return 0;
}
