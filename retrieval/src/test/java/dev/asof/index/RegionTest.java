package dev.asof.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Against a grid of cells, the obvious model of a set of points. `-Dasof.test.seed=N` repeats a
/// run.
class RegionTest {
  private static final int SIDE = 9;
  private static final long SEED = Long.getLong("asof.test.seed", 20_260_730L);

  private static long bound(int cell) {
    return cell == 0 ? Long.MIN_VALUE : cell == SIDE ? Long.MAX_VALUE : cell * 10L;
  }

  private static long inside(int cell) {
    return cell == 0 ? -7 : cell * 10L + 3;
  }

  private static Rectangle rectangle(int validFrom, int validTo, int systemFrom, int systemTo) {
    return new Rectangle(bound(validFrom), bound(validTo), bound(systemFrom), bound(systemTo));
  }

  private static List<Rectangle> some(Random random, BitSet cells) {
    List<Rectangle> rectangles = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      int validFrom = random.nextInt(SIDE);
      int validTo = validFrom + 1 + random.nextInt(SIDE - validFrom);
      int systemFrom = random.nextInt(SIDE);
      int systemTo = systemFrom + 1 + random.nextInt(SIDE - systemFrom);
      rectangles.add(rectangle(validFrom, validTo, systemFrom, systemTo));
      for (int system = systemFrom; system < systemTo; system++) {
        cells.set(system * SIDE + validFrom, system * SIDE + validTo);
      }
    }
    return rectangles;
  }

  private static BitSet cells(Region region) {
    BitSet cells = new BitSet();
    for (int system = 0; system < SIDE; system++) {
      for (int valid = 0; valid < SIDE; valid++) {
        cells.set(system * SIDE + valid, region.contains(inside(valid), inside(system)));
      }
    }
    return cells;
  }

  private static Region ofCells(BitSet cells) {
    return Region.of(
        cells.stream()
            .mapToObj(cell -> rectangle(cell % SIDE, cell % SIDE + 1, cell / SIDE, cell / SIDE + 1))
            .toList());
  }

  @Test
  void unionAndDifferenceHoldWhatTheModelHolds() {
    Random random = new Random(SEED);
    for (int round = 0; round < 3_000; round++) {
      BitSet one = new BitSet();
      BitSet other = new BitSet();
      Region left = Region.of(some(random, one));
      Region right = Region.of(some(random, other));

      BitSet both = (BitSet) one.clone();
      both.or(other);
      BitSet rest = (BitSet) one.clone();
      rest.andNot(other);

      assertThat(cells(left)).as("seed %d round %d", SEED, round).isEqualTo(one);
      assertThat(cells(left.union(right))).as("seed %d round %d", SEED, round).isEqualTo(both);
      assertThat(cells(left.minus(right))).as("seed %d round %d", SEED, round).isEqualTo(rest);
    }
  }

  @Test
  void theRectanglesDependOnThePointsAloneAndAreDisjoint() {
    Random random = new Random(SEED);
    for (int round = 0; round < 3_000; round++) {
      BitSet cells = new BitSet();
      List<Rectangle> rectangles = new ArrayList<>(some(random, cells));
      Region region = Region.of(rectangles);
      Collections.shuffle(rectangles, random);

      assertThat(Region.of(rectangles)).as("seed %d round %d", SEED, round).isEqualTo(region);
      assertThat(ofCells(cells)).as("seed %d round %d", SEED, round).isEqualTo(region);
      assertThat(region.rectangles())
          .allSatisfy(rectangle ->
              assertThat(region.rectangles()).filteredOn(rectangle::overlaps).hasSize(1));
    }
  }

  @Test
  void theEndIsNotInsideAndTheMicrosecondBeforeIs() {
    Region region = Region.of(List.of(new Rectangle(10, 20, 100, 200)));

    assertThat(region.contains(10, 100)).isTrue();
    assertThat(region.contains(19, 199)).isTrue();
    assertThat(region.contains(9, 100)).isFalse();
    assertThat(region.contains(20, 100)).isFalse();
    assertThat(region.contains(10, 200)).isFalse();
  }

  @Test
  void rangesThatMeetBecomeOne() {
    Region region =
        Region.of(
            List.of(
                new Rectangle(Long.MIN_VALUE, 10, 0, 5),
                new Rectangle(10, Long.MAX_VALUE, 0, 5),
                new Rectangle(Long.MIN_VALUE, Long.MAX_VALUE, 5, Long.MAX_VALUE)));

    assertThat(region.rectangles())
        .containsExactly(new Rectangle(Long.MIN_VALUE, Long.MAX_VALUE, 0, Long.MAX_VALUE));
  }
}
