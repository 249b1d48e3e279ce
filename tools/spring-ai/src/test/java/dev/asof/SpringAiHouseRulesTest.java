package dev.asof;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;

@AnalyzeClasses(locations = HouseRules.OwnClasses.class)
class SpringAiHouseRulesTest {
  @ArchTest static final ArchTests rules = ArchTests.in(HouseRules.class);
}
